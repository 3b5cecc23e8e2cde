import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Files } from '../ports/Files.ts';

const DRAFT = '.part';

/** Files in one folder, readable only by the server's user. */
export function openFileFolder(given: string): Files {
  // Without a trailing slash.
  const folder = resolve(given);
  const pathOf = (name: string) => {
    const path = resolve(folder, name);
    if (!path.startsWith(folder + sep))
      throw new Error(`File name leads out of the folder: ${name}`);
    return path;
  };
  return {
    write: (name, content) => writeWhole(pathOf(name), content),
    async read(name) {
      const path = pathOf(name);
      const found = await stat(path).catch(absent);
      return found?.isFile() ? { bytes: found.size, content: createReadStream(path) } : undefined;
    },
    async delete(name) {
      await rm(pathOf(name), { force: true });
    },
    deleteDrafts: (before) => deleteDrafts(folder, before),
  };
}

/** Readers of the path see the complete file or none: it is renamed into place once its bytes are on disk. */
export async function writeWhole(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<number> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = newDraft(dirname(path));
  let bytes = 0;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      for await (const part of content) {
        // A nearly full disk may accept only a part: this continues until everything is written or it fails.
        await file.writeFile(part);
        bytes += part.byteLength;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return bytes;
}

/** A new name for a partial file, recognised by `deleteDrafts`. */
export function newDraft(folder: string): string {
  return join(folder, `.${randomBytes(6).toString('hex')}${DRAFT}`);
}

/** A killed process could not delete its draft; a draft still being written is newer than `before`. */
export async function deleteDrafts(folder: string, before: Date): Promise<void> {
  const names = (await readdir(folder, { recursive: true }).catch(absent)) ?? [];
  for (const name of names.filter((each) => isDraft(basename(each)))) {
    const path = join(folder, name);
    const found = await stat(path).catch(absent);
    if (found && found.mtime < before) await rm(path, { force: true });
  }
}

function isDraft(name: string): boolean {
  return name.startsWith('.') && name.endsWith(DRAFT);
}

function absent(error: unknown): undefined {
  if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
  throw error;
}
