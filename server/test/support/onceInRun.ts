import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from './until.ts';

const DONE_WITHIN_MS = 300_000;

/** Does the work in the first process of the run that asks for it; the others wait until it is done. */
export async function onceInRun(name: string, work: () => Promise<void>): Promise<void> {
  const run = process.env['FAIRLEAD_TEST_RUN'];
  if (run === undefined) return work();
  const folder = join(run, name);
  const done = join(folder, 'done');
  try {
    await mkdir(folder);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    await until(`${name} is done`, () => existsSync(done), { maxMs: DONE_WITHIN_MS });
    return;
  }
  await work();
  await writeFile(done, '');
}
