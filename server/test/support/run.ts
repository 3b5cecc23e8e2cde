import { type ChildProcess, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startTestServer } from './startTestServer.ts';

/** `npm test [-- words…]`: files whose path has one of the words, or all. Ends with one line of counts. */
const ROOT = join(import.meta.dirname, '../../..');
const REPORTER = pathToFileURL(join(import.meta.dirname, 'countReporter.ts')).href;
/** Tests start the product many times; half of that would be compiling the same modules again. */
const COMPILED = join(ROOT, 'node_modules/.cache/compiled');
const SAME_DAY = pathToFileURL(join(import.meta.dirname, 'sameDay.ts')).href;

/** Looks back on a process and closes what its tests opened; node sorts files by name. */
const LAST = 'server/test/zLast.test.ts';
/** Looks back on a run of all files. */
const WHOLE = 'server/test/zWhole.test.ts';

/**
 * Files that share a process, and with it a server, a database and a browser: more of them and servers that
 * earlier ones left open slow the later ones down, fewer and starting costs more than testing.
 */
const MAX_FILES = 12;
/**
 * Processes at a time, unless TEST_PROCESSES says otherwise: one more than cores, since most tests wait now and then; with many
 * more, browsers would need more memory than machines have.
 */
const PROCESSES = Number(process.env['TEST_PROCESSES']) || Math.min(4, availableParallelism() + 1);
/** No test takes as long; one that waits for what never comes must not hold up the run. Milliseconds. */
const TEST_TIMEOUT_MS = 600_000;

type Counts = { passed: number; failed: number; titles: readonly string[] };
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
    stopped.abort();
    for (const child of children) child.kill(signal);
  });
}

const { passed, failed, titles } = await runTests(process.argv.slice(2));
// Their details stand far above, in the output of their process.
for (const title of titles) process.stdout.write(`\n✖ ${title}`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 && passed > 0 && !stopped.signal.aborted ? 0 : 1;

async function runTests(words: string[]): Promise<Counts> {
  const groups = groupByFolder(findTests(words));
  if (groups.length === 0) {
    process.stderr.write(`No test file matches ${words.join(' ') || 'anything'}\n`);
    return { passed: 0, failed: 0, titles: [] };
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
    const all = await runGroups(groups, run);
    if (words.length === 0 && !stopped.signal.aborted) all.push(await runFiles([WHOLE], run));
    return addUp(all);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function findTests(words: string[]): string[] {
  return globSync('{contract,imports,server,sdk,dashboard,cli,bench}/test/**/*.test.ts', {
    cwd: ROOT,
  })
    .filter((file) => file !== LAST && file !== WHOLE)
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .toSorted();
}

/** Equal parts of at most MAX_FILES files of one folder. */
function groupByFolder(files: readonly string[]): string[][] {
  const folders = Map.groupBy(files, (file) => dirname(file));
  return [...folders.values()].flatMap((all) => {
    const parts = Math.ceil(all.length / MAX_FILES);
    const size = Math.ceil(all.length / parts);
    return Array.from({ length: parts }, (_, part) => all.slice(part * size, (part + 1) * size));
  });
}

async function runGroups(groups: readonly string[][], run: Run): Promise<Counts[]> {
  const counts: Counts[] = [];
  const waiting = [...groups];
  const work = async () => {
    for (let files = waiting.shift(); files && !stopped.signal.aborted; files = waiting.shift()) {
      counts.push(await runFiles([...files, LAST], run));
    }
  };
  await Promise.all(Array.from({ length: PROCESSES }, work));
  return counts;
}

async function runFiles(files: readonly string[], run: Run): Promise<Counts> {
  const countFile = join(run.folder, `counts-${(started += 1)}.json`);
  const code = await runNode(files, countFile, run);
  return judge(code, files, await readCounts(countFile));
}

// Processes of their own: whatever a test does to its own, the counts and the database are ours.
async function runNode(
  files: readonly string[],
  countFile: string,
  { environment, isLive }: Run,
): Promise<number> {
  const child = spawn(
    process.execPath,
    [
      '--test',
      '--test-isolation=none',
      `--test-timeout=${TEST_TIMEOUT_MS}`,
      `--import=${SAME_DAY}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${REPORTER}`,
      `--test-reporter-destination=${countFile}`,
      ...files,
    ],
    {
      cwd: ROOT,
      stdio: ['ignore', isLive ? 'inherit' : 'pipe', isLive ? 'inherit' : 'pipe'],
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...environment },
    },
  );
  children.add(child);
  const output: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
  const begun = performance.now();
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 1));
    });
  } finally {
    children.delete(child);
    const seconds = Math.round((performance.now() - begun) / 1000);
    if (!isLive) {
      process.stdout.write(`\n${files.join('\n')}\nin ${seconds} s\n`);
      process.stdout.write(Buffer.concat(output));
    }
  }
}

async function readCounts(file: string): Promise<Counts> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').filter(Boolean);
  // No line: the process died before its summary.
  if (lines.length === 0) return { passed: 0, failed: 1, titles: [] };
  return addUp(
    lines.map((line) => {
      const counts: unknown = JSON.parse(line);
      return {
        passed: readNumber(counts, 'passed'),
        failed: readNumber(counts, 'failed') + readNumber(counts, 'cancelled'),
        titles: readTitles(counts),
      };
    }),
  );
}

function addUp(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    titles: all.flatMap(({ titles }) => titles),
  };
}

function readNumber(counts: unknown, name: string): number {
  const value = Object.entries(counts ?? {}).find(([key]) => key === name)?.[1];
  if (typeof value !== 'number') throw new TypeError(`The test summary has no number of ${name}`);
  return value;
}

function readTitles(counts: unknown): string[] {
  const value = Object.entries(counts ?? {}).find(([key]) => key === 'titles')?.[1];
  if (!Array.isArray(value)) throw new TypeError('The test summary names no failures');
  return value.map(String);
}

// A failure outside of every test, such as a file that cannot be loaded, counts as one.
function judge(code: number, files: readonly string[], counts: Counts): Counts {
  if (code === 0 || counts.titles.length > 0) return counts;
  const title = `The process of ${files.join(' ')} ended with code ${code}`;
  return { ...counts, failed: Math.max(counts.failed, 1), titles: [...counts.titles, title] };
}
