import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endings } from './endings.ts';
import { until } from '../until.ts';

const DONE_WITHIN_MS = 300_000;

/**
 * Does the work in the first process of the run that asks for it; the others wait until it is done. All of them
 * get the folder in which it may leave something.
 */
export async function onceInRun(
  name: string,
  work: (folder: string) => Promise<void>,
): Promise<string> {
  const run = process.env['FAIRLEAD_TEST_RUN'] ?? (await makeRunOfOne());
  const folder = join(run, name);
  const done = join(run, `${name}.done`);
  try {
    await mkdir(folder);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    await until(`${name} is done`, () => existsSync(done), { maxMs: DONE_WITHIN_MS });
    return folder;
  }
  await work(folder);
  await writeFile(done, '');
  return folder;
}

/** For a file that was started without `npm test`. */
async function makeRunOfOne(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-run-'));
  endings.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
