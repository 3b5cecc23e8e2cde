import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LANGUAGE } from '@fairlead/contract/language';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** What the first screen may weigh before any screen's own code. Bytes, gzipped. */
export const SHELL_BUDGET = 250_000;
/** What the sign-in page may weigh before a person can type. Bytes, gzipped. */
export const SIGN_IN_BUDGET = 20_000;

/** Where the build of a language says which files its pages load; a path in its output. */
export const manifestOf = (language: string): string => `.vite/${language}.json`;

/** Gzipped bytes of everything a browser loads before the first screen's own chunk: scripts and styles. */
export const shellSize = (dist: string, language = LANGUAGE): Promise<number> =>
  pageSize(dist, 'index.html', language);

/** The same of any page of the build. */
export async function pageSize(
  dist: string,
  page: 'index.html' | 'sign-in.html',
  language = LANGUAGE,
): Promise<number> {
  const text = await readFile(join(dist, manifestOf(language)), 'utf8');
  const manifest = JSON.parse(text) as Record<string, Chunk>;
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  add(page);
  let bytes = 0;
  for (const file of files) bytes += gzipSync(await readFile(join(dist, file))).length;
  return bytes;
}
