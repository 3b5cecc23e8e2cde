import { resolve } from 'node:path';

/** What the server's program accepts as a backup: an absolute path, or the URL of an object. */
export function locateBackup(text: string): string {
  return text.startsWith('s3:') ? text : resolve(text);
}
