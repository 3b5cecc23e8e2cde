import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@fairlead/imports/apis/getJson';
import { isAbsent, stateFolder } from '../account/profiles.ts';

/** What was read from an API before an interruption: one page per line, in the order of reading. */
export interface Spool {
  /** Where to continue; null at the start. */
  readonly cursor: string | null;
  /** Whether the last page is there. */
  readonly complete: boolean;
  readonly read: () => AsyncGenerator<Record<string, unknown>>;
  /** Returns the bytes that it took. */
  readonly add: (page: Page) => Promise<number>;
  readonly remove: () => Promise<void>;
}

/** Milliseconds after which pages are read again, because links may have changed. */
const GOOD_FOR = 24 * 3600 * 1000;

/** The spool of a source, identified by what it is read from; the key itself is not stored. */
export async function openSpool(
  env: Readonly<Record<string, string | undefined>>,
  identity: readonly string[],
  fresh: boolean,
): Promise<Spool> {
  const folder = join(stateFolder(env), 'imports');
  const name = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
  const file = join(folder, `${name}.ndjson`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (fresh || (await isStale(file))) await rm(file, { force: true });
  const pages = await readPages(file);
  const last = pages.at(-1);
  return {
    cursor: last?.cursor ?? null,
    complete: last !== undefined && last.cursor === null,
    async *read() {
      for (const { records } of pages) yield* records;
    },
    async add(page) {
      const line = Buffer.from(`${JSON.stringify(page)}\n`);
      await appendFile(file, line, { mode: 0o600 });
      return line.length;
    },
    remove: () => rm(file, { force: true }),
  };
}

async function isStale(file: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(file)).mtimeMs > GOOD_FOR;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

/** A partial last line is removed, so that the next page starts on a new line. */
async function readPages(file: string): Promise<Page[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) await truncate(file, Buffer.byteLength(whole));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written above
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Page);
}
