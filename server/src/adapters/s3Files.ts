import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { AwsClient } from 'aws4fetch';
import type { Files } from '../lib/Files.ts';
import { deleteDrafts, newDraft, writeWhole } from './fileFolder.ts';

const EXAMPLE = 's3://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket/prefix?region=eu-central-1';

/**
 * Files of a bucket of any S3-compatible store, addressed by path. A file is put together in `draftFolder`
 * and sent in one PUT, which the store takes as a whole or not at all.
 */
export function openS3(url: string, draftFolder: string): Files {
  const { client, base } = connectS3(url);
  const call = async (name: string, init: RequestInit): Promise<Response> => {
    const response = await client.fetch(`${base}/${encodePath(name)}`, init);
    if (response.ok || response.status === 404) return response;
    const text = (await response.text()).slice(0, 300);
    throw new Error(`The file store answered ${response.status} to ${init.method}: ${text}`);
  };
  return {
    async write(name, content) {
      const draft = newDraft(draftFolder);
      try {
        const bytes = await writeWhole(draft, content);
        const response = await call(name, {
          method: 'PUT',
          body: await openAsBlob(draft),
          // Read from the disk as it leaves, so its hash is not known beforehand.
          headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
        });
        if (!response.ok) throw new Error('The bucket of FILES_URL does not exist');
        return bytes;
      } finally {
        await rm(draft, { force: true });
      }
    },
    async read(name) {
      const response = await call(name, { method: 'GET' });
      if (response.status === 404 || response.body === null) {
        await response.body?.cancel();
        return undefined;
      }
      return { bytes: Number(response.headers.get('content-length')), content: response.body };
    },
    async delete(name) {
      const response = await call(name, { method: 'DELETE' });
      await response.body?.cancel();
    },
    deleteDrafts: (before) => deleteDrafts(draftFolder, before),
  };
}

function connectS3(text: string): { client: AwsClient; base: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const [accessKeyId, secretAccessKey, path] = [url?.username, url?.password, url?.pathname].map(
    (part) => decode(part ?? ''),
  );
  const bucket = path?.replace(/\/+$/, '');
  if (!url || url.host === '' || !accessKeyId || !secretAccessKey || !bucket) {
    throw new Error(`FILES_URL must be like ${EXAMPLE}`);
  }
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const scheme = url.searchParams.get('tls') === 'off' ? 'http' : 'https';
  return { client, base: `${scheme}://${url.host}${encodePath(bucket)}` };
}

/** Empty where a `%` encodes nothing. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** A key as an address holds it: `+`, `?`, `#` and `%` would mean something else there. */
function encodePath(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/');
}
