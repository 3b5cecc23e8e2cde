import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** What the first screen may weigh before any screen's own code. Bytes, gzipped. */
export const SHELL_BUDGET = 250_000;

/** Gzipped bytes of everything a browser loads before the first screen's own chunk: scripts and styles. */
export async function shellSize(dist: string): Promise<number> {
  const text = await readFile(join(dist, '.vite/manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Record<string, Chunk>;
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const [name, chunk] of Object.entries(manifest)) if (chunk.isEntry) add(name);
  let bytes = 0;
  for (const file of files) bytes += gzipSync(await readFile(join(dist, file))).length;
  return bytes;
}
