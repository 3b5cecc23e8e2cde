import { resolve } from 'node:path';

/** What the server's program takes for a backup: a whole path, or the address of an object. */
export function locateBackup(text: string): string {
  return text.startsWith('s3:') ? text : resolve(text);
}
