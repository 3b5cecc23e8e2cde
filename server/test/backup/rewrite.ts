import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Ending, Heading } from '#platform/backup/BackupFile.ts';
import { createSealer, proofOf } from '#platform/backup/seals.ts';
import { SECRET } from '../support/useServer.ts';

/** What a forger may put where Fairlead writes a heading, a table's heading and an end. */
export interface BackupParts {
  readonly heading: Heading;
  /** Lines of tables and chunks, as Latin-1. */
  readonly lines: readonly string[];
  readonly ending: Ending;
}

interface RewriteOptions {
  /** Whose backup the copy is; undefined: the first format, which has no seals. */
  readonly secret?: string | undefined;
}

/** Writes a copy of a backup with other parts, and seals that fit them. */
export async function rewrite(
  file: string,
  copy: string,
  change: (parts: BackupParts) => object = (parts) => parts,
  { secret }: RewriteOptions = { secret: SECRET },
): Promise<void> {
  const text = gunzipSync(await readFile(file)).toString('latin1');
  const all = text.split('\n');
  const parts: BackupParts = {
    heading: JSON.parse(all[0] ?? '') as Heading,
    lines: all.slice(2, -3),
    ending: JSON.parse(all.at(-3) ?? '') as Ending,
  };
  const { heading, lines, ending } = change(parts) as BackupParts;
  const sealer = createSealer();
  const written: string[] = [];
  const write = (line: string) => {
    sealer.add(line);
    written.push(line);
  };
  const seal = () => {
    if (secret !== undefined) written.push(JSON.stringify(sealer.seal(secret)));
  };
  const whose = secret === undefined ? { fairleadBackup: 1 } : { secretProof: proofOf(secret) };
  write(JSON.stringify({ ...heading, ...whose }));
  seal();
  for (const line of lines) {
    if (line.startsWith('{"table":')) write(line);
    else written.push(line);
  }
  write(JSON.stringify(ending));
  seal();
  await writeFile(copy, gzipSync(Buffer.from(`${written.join('\n')}\n`, 'latin1')));
}
