import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Files } from '../ports/Files.ts';
import { openFileFolder } from './fileFolder.ts';
import { openS3 } from './s3Files.ts';

export interface FilesOptions {
  /** `file:FOLDER` (relative to the data folder) or `s3://KEY:SECRET@HOST/BUCKET/PREFIX?region=R&tls=off`. */
  readonly url: string;
  readonly dataDir: string;
}

/** Files in a folder or in a bucket (Rule: surfaces 7: `FILES_URL`). Throws naming what is wrong with the URL. */
export function openFiles({ url, dataDir }: FilesOptions): Files {
  if (url.startsWith('file://')) return openFileFolder(fileURLToPath(url));
  if (url.startsWith('file:')) return openFileFolder(resolve(dataDir, url.slice('file:'.length)));
  if (url.startsWith('s3:')) return openS3(url, join(dataDir, 'uploads'));
  throw new Error('FILES_URL must begin with file: or s3:');
}
