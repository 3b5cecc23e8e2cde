import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Files, StoredFile } from '../ports/Files.ts';
import { callS3, connectS3, encodePath, type S3Connection } from './connectS3.ts';
import { deleteDrafts, newDraft, writeWhole } from './fileFolder.ts';

const EXAMPLE = 's3://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket/prefix?region=eu-central-1';

/**
 * Files of a bucket of any S3-compatible store, addressed by path. A file is assembled in `draftFolder`
 * and sent in one PUT, which the store accepts entirely or not at all.
 */
export function openS3(url: string, draftFolder: string): Files {
  const { client, base } = connectS3(url, 'FILES_URL', EXAMPLE);
  const call = (name: string, init: RequestInit) =>
    callS3(client, `${base}/${encodePath(name)}`, init);
  return {
    async write(name, content) {
      const draft = newDraft(draftFolder);
      try {
        const bytes = await writeWhole(draft, content);
        const response = await call(name, {
          method: 'PUT',
          body: await openAsBlob(draft),
          // Read from disk while being sent, so its hash is not known beforehand.
          headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
        });
        if (!response.ok) throw new Error('The bucket of FILES_URL does not exist');
        return bytes;
      } finally {
        await rm(draft, { force: true });
      }
    },
    read: async (name) => readAt(await call(name, { method: 'GET' })),
    async delete(name) {
      const response = await call(name, { method: 'DELETE' });
      await response.body?.cancel();
    },
    deleteDrafts: (before) => deleteDrafts(draftFolder, before),
  };
}

/** The object named by the connection's URL itself; undefined if it does not exist. */
export async function readObject({ client, base }: S3Connection): Promise<StoredFile | undefined> {
  return readAt(await callS3(client, base, { method: 'GET' }));
}

async function readAt(response: Response): Promise<StoredFile | undefined> {
  if (response.status === 404 || response.body === null) {
    await response.body?.cancel();
    return undefined;
  }
  return { bytes: Number(response.headers.get('content-length')), content: response.body };
}
