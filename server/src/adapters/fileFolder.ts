import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { Files } from '../lib/Files.ts';

/** Files of one folder, readable by the server's user alone. */
export function openFileFolder(folder: string): Files {
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
  };
}

/** Whoever reads the path sees the whole file or none: it is renamed into place when its bytes are down. */
export async function writeWhole(
  path: string,
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = join(dirname(path), `.${randomBytes(6).toString('hex')}.part`);
  let bytes = 0;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      for await (const part of content) {
        await file.write(part);
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

function absent(error: unknown): undefined {
  if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
  throw error;
}
