import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { APPEND_DURABLY, type FileSystem, syncFolder, writeAll } from './FileSystem.ts';

const NAME = 'journal.json';

/** The name under which the database records how far this folder is loaded; created with the folder. */
export async function readIdentity(files: FileSystem, folder: string): Promise<string> {
  const text = await files.readFile(join(folder, NAME), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  const id = /"id":"([0-9a-f-]{36})"/.exec(text)?.[1];
  return id ?? (await renewIdentity(files, folder));
}

/** Gives the folder a new name, so that none of it counts as loaded. */
export async function renewIdentity(files: FileSystem, folder: string): Promise<string> {
  const id = randomUUID();
  const path = join(folder, NAME);
  const handle = await files.open(`${path}.new`, APPEND_DURABLY, 0o600);
  try {
    await writeAll(handle, Buffer.from(`${JSON.stringify({ version: 1, id })}\n`), 0);
  } finally {
    await handle.close();
  }
  await files.rename(`${path}.new`, path);
  await syncFolder(files, folder);
  return id;
}
