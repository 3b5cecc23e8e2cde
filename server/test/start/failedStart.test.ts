import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { findFreePort } from '#platform/lib/process/findFreePort.ts';
import { childEnvironment } from '../support/run/childEnvironment.ts';
import { makeEmptyDatabase, makeMigratedDatabase } from '../support/database.ts';
import { endings } from '../support/run/endings.ts';
import { openRelay, type QuestionFault, type Relay } from '../support/outside/openRelay.ts';
import { SEED } from '../support/run/seed.ts';
import { until } from '../support/until.ts';
import { SERVER_PROGRAM } from '../support/run/programs.ts';

/** More of them: `FAILED_STARTS=500 npm test -- failedStart`. */
const STARTS = Number(process.env['FAILED_STARTS'] ?? 10);
/** A start asks about this many questions of a database that is migrated, and of one that is empty. */
const QUESTIONS = { migrated: 130, empty: 900 };

interface Start {
  /** What goes wrong, for the test's messages. */
  readonly what: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Makes it go wrong; `child` is the server's first process. */
  readonly arrange?: (place: Place) => Promise<void> | void;
  /** `ends`: no retry can help. */
  readonly outcome: 'ends' | 'either';
}

interface Place {
  readonly dataDir: string;
  readonly relay: Relay;
  readonly end: (signal: NodeJS.Signals) => void;
}

/** Numbers from 0 to below 1, the same in every run. */
function createDraw(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const faultOf = (place: Place, name: string): QuestionFault => {
  if (name === 'cut' || name === 'mute' || name === 'refuse') return name;
  if (name !== 'gone') return () => place.end(name as NodeJS.Signals);
  return () => {
    const gone = place.relay.cut();
    setTimeout(() => gone[Symbol.dispose](), 2_000);
  };
};

const atQuestion = (name: string, number: number): Start => ({
  what: `${name} at question ${number}`,
  arrange: (place) => place.relay.failQuestion(number, faultOf(place, name)),
  outcome: 'either',
});

/** In place of a folder, so that root cannot write it either. */
const fileAt = (...path: string[]): Start => ({
  what: `a file in place of ${path.join('/')}`,
  async arrange({ dataDir }) {
    await mkdir(join(dataDir, ...path.slice(0, -1)), { recursive: true });
    await writeFile(join(dataDir, ...path), '');
  },
  outcome: 'ends',
});

async function takePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.defer(() => void server.close());
  return String((server.address() as AddressInfo).port);
}

async function listMistakes(): Promise<Start[]> {
  const port = await takePort();
  return [
    { what: 'PORT is taken', env: { PORT: port }, outcome: 'ends' },
    { what: 'METRICS_PORT is taken', env: { METRICS_PORT: port }, outcome: 'ends' },
    { what: 'HOST is of another machine', env: { HOST: '192.0.2.1' }, outcome: 'ends' },
    { what: 'no GEO_DATABASE', env: { GEO_DATABASE: '/nowhere/a.mmdb' }, outcome: 'either' },
    { what: 'no PLANS_FILE', env: { PLANS_FILE: '/nowhere/plans.json' }, outcome: 'ends' },
    { what: 'no such database', env: { DATABASE_URL: '' }, outcome: 'ends' },
    { ...fileAt('journal'), outcome: 'ends' },
    { ...fileAt('journal', '1'), env: { PROCESSES: '1' }, outcome: 'either' },
    { ...fileAt('journal', '2'), env: { PROCESSES: '2' }, outcome: 'either' },
    { ...fileAt('journal', '0'), outcome: 'ends' },
  ];
}

const isOver = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** The processes of the group that have not ended, as `ps` shows them; one that nobody has reaped has. */
async function listLeft(group: number): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pgid=,stat=,args=']);
  const lines = stdout.split('\n').map((line) => line.trim());
  return lines.filter((line) => new RegExp(`^${group} +[^Z]`).test(line));
}

/** Starts once; everything that was started must be gone in the end. */
async function startOnce(start: Start, relay: Relay, processes: string): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairlead-failed-start-'));
  const port = start.env?.['PORT'] ?? String(await findFreePort());
  let child: ChildProcess | undefined;
  relay.failQuestion(0, 'cut');
  await start.arrange?.({ dataDir, relay, end: (signal) => child?.kill(signal) });
  const env = {
    ...childEnvironment,
    NODE_NO_WARNINGS: '1',
    LOG_LEVEL: 'silent',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: relay.connectionString,
    DATA_DIR: dataDir,
    SECRET: 'a-secret-of-starts-that-fail',
    ADMIN_TOKEN: 'an-admin-token-of-starts-that-fail',
    PROCESSES: processes,
    ...start.env,
  };
  if (start.env?.['DATABASE_URL'] === '') {
    env.DATABASE_URL = new URL('/none', relay.connectionString).href;
  }
  child = spawn(process.execPath, [SERVER_PROGRAM, 'serve'], {
    // A group of its own: what it leaves behind can be found.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  });
  const group = child.pid!;
  let said = '';
  child.stderr?.on('data', (data: Buffer) => (said += data.toString()));
  const what = `${start.what}, PROCESSES=${processes}`;
  try {
    let served = false;
    const answers = async () => {
      if (isOver(child)) return true;
      // Where the port is taken, nothing answers.
      const signal = AbortSignal.timeout(5_000);
      const health = `http://127.0.0.1:${port}/health`;
      const reply = await fetch(health, { signal }).catch(() => undefined);
      await reply?.body?.cancel();
      served = reply?.ok === true;
      return served;
    };
    await until(() => `${what}: it serves or ends; it said ${said}`, answers, { everyMs: 50 });
    // A signal at the very end of the start.
    if (served) child.kill('SIGTERM');
    await until(`${what}: it has ended`, () => isOver(child));
    const endedAt = performance.now();
    let left: string[] = [];
    const isGone = async () => (left = await listLeft(group)).length === 0;
    await until(() => `${what}: nothing is left but ${left.join()}`, isGone, { everyMs: 200 });
    if (start.outcome === 'ends') assert.equal(served, false, what);
    if (served) return 'served';
    if (start.what.startsWith('SIG') && child.exitCode !== 1) return 'stopped';
    assert.equal(child.exitCode, 1, `${what}: ${said}`);
    assert.match(said, /^[A-Z].+\n$/s, what);
    assert.doesNotMatch(said, /^ +at /m, what);
    const failedAt = relay.failedAt();
    return failedAt ? `ended ${Math.round(endedAt - failedAt)} ms after the fault` : 'ended';
  } finally {
    if ((await listLeft(group)).length > 0) process.kill(-group, 'SIGKILL');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

const draw = createDraw(SEED);
const mistakes = await listMistakes();
const FAULTS = ['cut', 'refuse', 'gone', 'mute', 'cut', 'refuse', 'SIGTERM', 'SIGKILL'];

function drawStart(n: number, questions: number): Start {
  if (n % 3 === 0) return mistakes[(n / 3) % mistakes.length]!;
  const name = FAULTS[Math.floor(draw() * FAULTS.length)]!;
  return atQuestion(name, 1 + Math.floor(draw() * questions));
}

let migrated: Promise<Relay> | undefined;

suite(
  'a start that fails serves as soon as it can, or says why and ends, and leaves no process',
  () => {
    for (let n = 0; n < STARTS; n += 1) {
      const isEmpty = draw() < 0.1;
      const start = drawStart(n, isEmpty ? QUESTIONS.empty : QUESTIONS.migrated);
      const processes = start.env?.['PROCESSES'] ?? (draw() < 0.6 ? '1' : '2');
      const database = isEmpty ? ', empty database' : '';
      test(`${start.what}, PROCESSES=${processes}${database}`, async (context) => {
        const relay = isEmpty
          ? await openRelay(await makeEmptyDatabase())
          : await (migrated ??= makeMigratedDatabase().then(openRelay));
        context.diagnostic(await startOnce(start, relay, processes));
      });
    }
  },
);
