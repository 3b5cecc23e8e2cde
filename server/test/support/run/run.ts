import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { startTestServer } from '../startTestServer.ts';
import { listDue, listFiles, listMainFiles, noteProved, type Part, PARTS } from './lanes.ts';
import { type Group, keyOf, planGroups } from './planGroups.ts';
import { printEnd, type Ran } from './printEnd.ts';
import type { Results } from './runFiles.ts';
import { runProcess, stopProcesses } from './runProcess.ts';

/**
 * `npm test [-- words…]`: the files whose path has one of the words, or all of them. `--outside [parts…]`: the parts of `lanes.ts`
 * instead; `--due`, `--all`: those that are due, or all, as well. `--name TITLE`: only tests of this title. Ends with one line of counts.
 */
const ROOT = join(import.meta.dirname, '../../../..');
/** Looks back on a run of all files. */
const END_OF_RUN = join(import.meta.dirname, 'endOfRun.ts');
/** How long each file took when it was run last, for the order of the next run. */
const SECONDS = join(ROOT, 'node_modules/.cache/test-seconds.json');
/** Tests start the product many times; half of that would be compiling the same modules again. */
const COMPILED = join(ROOT, 'node_modules/.cache/compiled');

/**
 * Processes at a time, unless TEST_PROCESSES says otherwise: one more than cores, since most tests wait now and then; with many
 * more, browsers would need more memory than machines have.
 */
const PROCESSES = Number(process.env['TEST_PROCESSES']) || Math.min(4, availableParallelism() + 1);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    outside: { type: 'boolean' },
    due: { type: 'boolean' },
    all: { type: 'boolean' },
    name: { type: 'string' },
  },
});
/** Whoever names a lane means all of it. */
const isStrict = [values.outside, values.due, values.all].includes(true);
/** All files of `npm test`, and all of their tests. */
const isWhole = !values.outside && positionals.length === 0 && values.name === undefined;
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopped.abort(signal);
    stopProcesses();
  });
}

const seed = process.env['TEST_SEED'] ?? String(randomInt(1_000_000));
const kept: Record<string, number> = await readFile(SECONDS, 'utf8')
  .then(JSON.parse)
  .catch(() => ({}));
const groups = plan();
const isLive = groups.length === 1;
const ran = groups.length === 0 ? [] : await runAll();
printEnd(ran, { seed, stoppedBy: stopped.signal.reason });
if (!stopped.signal.aborted) await keep();

function plan(): Group[] {
  const parts = choose();
  const planned = [
    ...(values.outside ? [] : planGroups(matching(listMainFiles()), { seed, kept })),
    ...parts.flatMap((part) => planGroups(matching(listFiles(part)), { part, seed, kept })),
  ];
  const unmatched = positionals.filter(
    (word) =>
      !values.outside && !planned.some(({ files }) => files.some((file) => file.includes(word))),
  );
  for (const word of unmatched) process.stderr.write(`No test file matches ${word}\n`);
  return planned.toSorted((a, b) => b.seconds - a.seconds);
}

function matching(files: readonly string[]): string[] {
  if (values.outside || positionals.length === 0) return [...files];
  return files.filter((file) => positionals.some((word) => file.includes(word)));
}

function choose(): readonly Part[] {
  if (values.all) return PARTS;
  if (values.due) return listDue().map(({ part, reason }) => tellDue(part, reason));
  if (values.outside) {
    const unknown = positionals.find((name) => PARTS.every((part) => part.name !== name));
    if (unknown === undefined)
      return PARTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
    const names = PARTS.map(({ name }) => name).join(', ');
    process.stderr.write(`--outside has no part ${unknown}; its parts are ${names}\n`);
    process.exit(1);
  }
  // Whoever names files means them, whatever they need, but not on each kind of database.
  return positionals.length === 0 ? [] : PARTS.filter(({ database }) => database === undefined);
}

function tellDue(part: Part, reason: string): Part {
  process.stdout.write(`${part.name} ${reason}\n`);
  return part;
}

async function runAll(): Promise<Ran[]> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-run-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const { status } = spawnSync(process.execPath, ['scripts/bundle.ts'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The server cannot be bundled');
  const environment = createEnvironments(folder, opened);
  const results: Ran[] = [];
  const run = async (files: readonly string[], part?: Part, titles?: string) => {
    const options = { titles: titles ?? part?.titles, isLive, folder };
    const result = await environment(part).then(
      (env) => (stopped.signal.aborted ? undefined : runProcess(files, { ...options, env })),
      (error: unknown) => cannotBegin(files, error),
    );
    // What was stopped has not failed.
    if (result !== undefined && !stopped.signal.aborted) results.push({ ...result, part });
  };
  const work = async () => {
    while (!stopped.signal.aborted) {
      const next = groups.shift();
      if (next === undefined) return;
      await run(next.files, next.part, values.name && RegExp.escape(values.name));
    }
  };
  await Promise.all(Array.from({ length: PROCESSES }, work));
  if (isWhole && !stopped.signal.aborted) await run([END_OF_RUN]);
  return results;
}

/** What the tests need is not there; the others go on. */
function cannotBegin(files: readonly string[], error: unknown): Results {
  const failed = files.map((file) => ({ file, title: '', reason: String(error) }));
  return { passed: 0, failed, tests: [], files: {} };
}

/** The variables of a part's tests, whose database and programs are made ready for the first of its groups. */
function createEnvironments(folder: string, opened: AsyncDisposableStack) {
  const made = new Map<Part | undefined, Promise<Record<string, string>>>();
  const servers = new Map<string | undefined, Promise<string>>();
  const start = async (kind: string | undefined) => {
    const given = kind === undefined ? process.env['TEST_DATABASE_URL'] : undefined;
    return opened.use(await startTestServer(given, kind)).connectionString;
  };
  const serverOf = (kind: string | undefined) => {
    const server = servers.get(kind) ?? start(kind);
    servers.set(kind, server);
    return server;
  };
  const make = async (part: Part | undefined) => ({
    NODE_COMPILE_CACHE: COMPILED,
    FAIRLEAD_TEST_RUN: folder,
    FAIRLEAD_TEST_SERVER: await serverOf(part?.database),
    ...(part !== undefined && { FAIRLEAD_TEST_PART: part.name }),
    // A program that is not there fails the tests that need it.
    ...(isStrict && { CI: 'true' }),
    ...(await part?.prepare?.()),
  });
  return (part: Part | undefined) => {
    const environment = made.get(part) ?? make(part);
    made.set(part, environment);
    return environment;
  };
}

/** What this run has found out for the next ones. */
async function keep(): Promise<void> {
  const seconds = ran.flatMap(({ part, files }) =>
    Object.entries(files).map(([file, each]) => [keyOf(file, part), each] as const),
  );
  if (values.name === undefined) {
    await mkdir(dirname(SECONDS), { recursive: true });
    await writeFile(SECONDS, JSON.stringify({ ...kept, ...Object.fromEntries(seconds) }));
  }
  // In CI nobody would commit it, and of files named by words nobody knows how much of a part they are.
  const isPartial = values.name !== undefined || (!values.outside && positionals.length > 0);
  if (!isStrict || isPartial || process.env['CI'] === 'true') return;
  const parts = Map.groupBy(ran, ({ part }) => part);
  const isGreen = (part: Part) =>
    parts.get(part)?.every(({ passed, failed }) => passed > 0 && failed.length === 0) === true;
  noteProved(PARTS.filter(isGreen));
}
