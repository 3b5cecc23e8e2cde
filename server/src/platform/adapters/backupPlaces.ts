import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { BackupPlace } from '../ports/BackupPlace.ts';
import { connectS3, type S3Connection } from './connectS3.ts';
import { readObject } from './s3Files.ts';
import { uploadParts } from './uploadParts.ts';

const EXAMPLE_OF_BACKUP =
  's3://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket/fairlead.backup?region=eu-central-1';

/**
 * A file by its path, or `s3://…` for one object of a bucket. If the URL has no key and secret, those of FILES_URL are
 * used if its store is the same, which keeps them off the command line.
 */
export function openBackupPlace(text: string, filesUrl = ''): BackupPlace {
  return text.startsWith('s3:')
    ? openObject(
        connectS3(withCredentials(text, filesUrl), 'The backup’s address', EXAMPLE_OF_BACKUP),
      )
    : openFile(resolve(text));
}

/** The file has another name until it is complete and on disk, so that anything with the final name is a backup. */
function openFile(path: string): BackupPlace {
  return {
    name: path,
    async write(content) {
      const part = `${path}.part`;
      let bytes = 0;
      await rm(part, { force: true });
      try {
        await using file = await open(part, 'wx', 0o600);
        for await (const chunk of content) {
          await file.writeFile(chunk);
          bytes += chunk.byteLength;
        }
        await file.sync();
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
      await using folder = await open(dirname(path), 'r');
      await folder.sync();
      return bytes;
    },
    async read() {
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() === true ? createReadStream(path) : undefined;
    },
  };
}

/** The object does not exist until its last part is there. */
function openObject(connection: S3Connection): BackupPlace {
  return {
    name: connection.shown,
    write: (content) => uploadParts(connection, content),
    async read() {
      return (await readObject(connection))?.content;
    },
  };
}

function withCredentials(text: string, filesUrl: string): string {
  if (!URL.canParse(text) || !URL.canParse(filesUrl)) return text;
  const [url, files] = [new URL(text), new URL(filesUrl)];
  if (url.username !== '' || files.protocol !== 's3:' || url.host !== files.host) return text;
  [url.username, url.password] = [files.username, files.password];
  for (const [name, value] of files.searchParams) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  }
  return url.href;
}
