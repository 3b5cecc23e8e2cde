import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { planGroups } from './planGroups.ts';
import type { Results } from './runFiles.ts';
import { startTestServer } from '../startTestServer.ts';

/** `npm test [-- words…]`: files whose path has one of the words, or all. Ends with one line of counts. */
const ROOT = join(import.meta.dirname, '../../../..');
const RUN_FILES = join(import.meta.dirname, 'runFiles.ts');
/** Looks back on a run of all files. */
const END_OF_RUN = join(import.meta.dirname, 'endOfRun.ts');
/** Tests start the product many times; half of that would be compiling the same modules again. */
const COMPILED = join(ROOT, 'node_modules/.cache/compiled');

/**
 * Processes at a time, unless TEST_PROCESSES says otherwise: one more than cores, since most tests wait now and then; with many
 * more, browsers would need more memory than machines have.
 */
const PROCESSES = Number(process.env['TEST_PROCESSES']) || Math.min(4, availableParallelism() + 1);
const MAX_SLOWEST = 10;
/** How long what was told to stop may take, in milliseconds. */
const STOP_MS = 3_000;

interface Run {
  readonly folder: string;
  readonly environment: Record<string, string>;
  /** With a single process, whose results are printed as they come; those of several would be mixed. */
  readonly isLive: boolean;
}

const children = new Set<ChildProcess>();
let started = 0;
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopped.abort(signal);
    for (const child of children) stop(child);
  });
}

const seed = process.env['TEST_SEED'] ?? String(randomInt(1_000_000));
const all = addUp(await runTests(process.argv.slice(2)));
const stoppedBy: NodeJS.Signals | undefined = stopped.signal.reason;
if (stoppedBy === undefined) {
  printSlowest(all);
  // Their details stand far above, in the output of their process.
  for (const title of all.failed) process.stdout.write(`\n✖ ${title}`);
}
process.stdout.write(
  `\n${stoppedBy === undefined ? '' : `Stopped by ${stoppedBy}; `}TEST_SEED=${seed}\n`,
);
process.stdout.write(`${all.passed} passed, ${all.failed.length} failed\n`);
if (stoppedBy !== undefined) process.exitCode = stoppedBy === 'SIGINT' ? 130 : 143;
else process.exitCode = all.failed.length === 0 && all.passed > 0 ? 0 : 1;

async function runTests(words: string[]): Promise<Results[]> {
  const groups = planGroups(ROOT, words, seed);
  if (groups.length === 0) {
    process.stderr.write(`No test file matches ${words.join(' ') || 'anything'}\n`);
    return [];
  }
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-run-'));
  try {
    await using server = await startTestServer(process.env['TEST_DATABASE_URL']);
    const run: Run = {
      folder,
      isLive: groups.length === 1,
      environment: {
        FAIRLEAD_TEST_SERVER: server.connectionString,
        FAIRLEAD_TEST_RUN: folder,
      },
    };
    const results = await runGroups(groups, run);
    if (words.length === 0 && !stopped.signal.aborted)
      results.push(await runFiles([END_OF_RUN], run));
    return results;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * One process at a time begins with what is heavy, since two of those would mostly take each other's time; the others take from
 * the other end. Wherever they meet, none is idle while there is work.
 */
async function runGroups(groups: string[][], run: Run): Promise<Results[]> {
  const results: Results[] = [];
  const work = async (next: () => string[] | undefined) => {
    for (let files = next(); files && !stopped.signal.aborted; files = next()) {
      results.push(await runFiles(files, run));
    }
  };
  await Promise.all([
    work(() => groups.shift()),
    ...Array.from({ length: PROCESSES - 1 }, () => work(() => groups.pop())),
  ]);
  return results;
}

async function runFiles(files: readonly string[], run: Run): Promise<Results> {
  const resultsFile = join(run.folder, `results-${(started += 1)}.json`);
  const code = await runNode([resultsFile, ...files], run);
  const text = await readFile(resultsFile, 'utf8').catch(() => undefined);
  const results: Results = text ? JSON.parse(text) : { passed: 0, failed: [], tests: [] };
  if ((code === 0 && text) || results.failed.length > 0) return results;
  // A failure outside of every test.
  return { ...results, failed: [`The process of ${files.join(' ')} ended with code ${code}`] };
}

// Processes of their own: whatever a test does to its own, the counts and the database are ours.
async function runNode(args: readonly string[], { environment, isLive }: Run): Promise<number> {
  const output = isLive ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, [RUN_FILES, ...args], {
    cwd: ROOT,
    stdio: ['ignore', output, output],
    // A process group of its own, so that what it has started can be stopped with it.
    detached: true,
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...environment },
  });
  children.add(child);
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const begun = performance.now();
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 1));
    });
  } finally {
    children.delete(child);
    if (!isLive) {
      process.stdout.write(`\n${args.slice(1).join('\n')}\nin ${secondsSince(begun)} s\n`);
      process.stdout.write(Buffer.concat(chunks));
    }
  }
}

/** Browsers close at the first signal; nothing is left after the second. */
function stop({ pid }: ChildProcess): void {
  const send = (signal: NodeJS.Signals) => {
    try {
      process.kill(-pid!, signal);
    } catch {
      // It has ended.
    }
  };
  send('SIGTERM');
  setTimeout(send, STOP_MS, 'SIGKILL').unref();
}

function printSlowest({ tests }: Results): void {
  const slowest = tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, MAX_SLOWEST);
  process.stdout.write('\nThe slowest tests:\n');
  for (const { title, seconds } of slowest) {
    process.stdout.write(`${seconds.toFixed(1).padStart(6)} s  ${title}\n`);
  }
}

function addUp(results: readonly Results[]): Results {
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.flatMap(({ failed }) => failed),
    tests: results.flatMap(({ tests }) => tests),
  };
}

function secondsSince(begun: number): number {
  return Math.round((performance.now() - begun) / 1000);
}
