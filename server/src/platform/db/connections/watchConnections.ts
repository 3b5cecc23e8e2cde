import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Pool, type PoolClient } from 'pg';
import type { Log } from '../../ports/Log.ts';
import { askBackends, processIdOf } from './askBackends.ts';

export interface WatchOptions {
  readonly connectionString: string;
  readonly log: Log;
  /** After this, a statement has ended one way or another (`statement_timeout`). */
  readonly maxMs: number;
  /** Factor for how long the database may take to say so. Default: 1, as long as visitors can wait. */
  readonly patience?: number | undefined;
  /** How long a connection may be silent, or a call wait for one, before the database is asked, in milliseconds. Default: half a second. */
  readonly silentMs?: number;
}

/** A call waiting for a connection. */
interface Waiter {
  readonly since: number;
  readonly fail: (error: Error) => void;
}

/** What is known about a connection in use. */
interface Lent {
  /** Bytes that had arrived when last counted. */
  bytes: number;
  /** When bytes last arrived, or nothing had been asked. */
  heardAt: number;
  /** The database has said once that it is not working for this connection. */
  doubted: boolean;
}

const LOOK_MS = 250;
const SILENT_MS = 500;
/**
 * How long its answer may take; after that it counts as gone. All three together stay below a visitor's three
 * seconds.
 */
const PATIENCE_MS = 1500;

/** Looks like a lost connection to the caller; the HTTP surface turns it into 503. */
function newSilence(): Error {
  return Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' });
}

/**
 * Detects connections that died silently, and a database that has stopped: TCP alone takes a quarter of an hour for
 * either. If nothing arrives for half a second, the database is asked on a new connection what it is doing. A running
 * statement may take its time; a backend that waits for us while we wait for it means that the connection is dead; no
 * answer at all means that the database is, and then every waiting call fails immediately, as does every new one
 * until it answers again.
 */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function watchConnections(pool: Pool, options: WatchOptions): AsyncDisposable {
  const { log, patience = 1, silentMs = SILENT_MS } = options;
  const patienceMs = PATIENCE_MS * patience;
  const open = new Set<PoolClient>();
  const lent = new Map<PoolClient, Lent>();
  const waiters = new Set<Waiter>();
  const ending = new AbortController();
  let gone = false;
  let inquiry: Promise<void> | undefined;

  pool.on('connect', (client) => void open.add(client));
  pool.on('remove', (client) => void open.delete(client));
  pool.on('acquire', (client) => void lent.set(client, newLent(client)));
  pool.on('release', (_error, client) => void lent.delete(client));
  failFast(pool, waiters, () => gone);

  function look(): void {
    const now = performance.now();
    const silent = [...lent].filter(([client, entry]) => silenceOf(client, entry, now) > silentMs);
    const waits = [...waiters].some((waiter) => now - waiter.since > silentMs);
    if (silent.length > 0 || waits) {
      inquiry ??= inquire(silent.map(([client]) => client)).finally(() => (inquiry = undefined));
    }
  }

  async function inquire(suspects: readonly PoolClient[]): Promise<void> {
    const pids = suspects.map(processIdOf);
    const before = new Map([...open].map((client) => [client, bytesOf(client)]));
    const asked = performance.now();
    const backends = await askBackends(options.connectionString, pids, patienceMs);
    if (ending.signal.aborted) return;
    // If this process was busy itself, it has not been listening: it asks again.
    const wasBusy = performance.now() - asked > patienceMs + LOOK_MS;
    // An overloaded machine is slow to connect, but answers on other connections meanwhile.
    if (backends.kind === 'silent') return wasBusy || hasArrived(before) ? undefined : giveUp();
    for (const client of suspects) {
      const entry = lent.get(client);
      const silence = entry ? silenceOf(client, entry, performance.now()) : 0;
      if (!entry || silence < silentMs) continue;
      const idle = backends.kind === 'known' && !backends.working.has(processIdOf(client));
      // Checked twice: the first time, its answer may have been on the way.
      if ((idle && entry.doubted) || silence > options.maxMs) drop(client);
      entry.doubted = idle;
    }
  }

  /** Whether anything has arrived from the database since then, on any connection. */
  function hasArrived(before: ReadonlyMap<PoolClient, number>): boolean {
    return [...open].some((client) => bytesOf(client) > (before.get(client) ?? 0));
  }

  /** Whatever killed one connection may have killed the idle ones; new ones cost little. */
  function drop(client: PoolClient): void {
    log.warn({}, 'A connection to the database is dead; it is replaced, and so are the idle ones');
    destroy(client);
    for (const each of open) if (!lent.has(each)) destroy(each);
  }

  async function giveUp(): Promise<void> {
    gone = true;
    log.warn({}, 'The database does not answer; requests are refused until it does');
    for (const client of open) destroy(client);
    for (const waiter of waiters) waiter.fail(newSilence());
    while (!ending.signal.aborted) {
      const backends = await askBackends(options.connectionString, [], patienceMs);
      if (backends.kind !== 'silent') break;
      await sleep(LOOK_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
    gone = false;
    log.info({}, 'The database answers again');
  }

  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      ending.abort();
      await inquiry;
    },
  };
}

function newLent(client: PoolClient): Lent {
  return { bytes: bytesOf(client), heardAt: performance.now(), doubted: false };
}

/** Milliseconds since a connection was asked something without answering. */
function silenceOf(client: PoolClient, entry: Lent, now: number): number {
  const bytes = bytesOf(client);
  const asked = !('readyForQuery' in client) || client.readyForQuery === false;
  if (bytes !== entry.bytes || !asked) {
    Object.assign(entry, { bytes, heardAt: now, doubted: false });
  }
  return now - entry.heardAt;
}

function bytesOf(client: PoolClient): number {
  const stream = client instanceof Client ? client.connection.stream : {};
  return 'bytesRead' in stream && typeof stream.bytesRead === 'number' ? stream.bytesRead : 0;
}

/** Its query fails, and the pool opens another connection. */
function destroy(client: PoolClient): void {
  if (client instanceof Client) client.connection.stream.destroy(newSilence());
}

type Lend = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: unknown) => void,
) => void;

/** Wraps `pool.connect`, which queries use too, so that no one waits for a database that is gone. */
function failFast(pool: Pool, waiters: Set<Waiter>, isGone: () => boolean): void {
  const connect = pool.connect.bind(pool);
  const lend = (done: Lend): void => {
    if (isGone()) return done(newSilence(), undefined, () => {});
    let failed = false;
    const waiter: Waiter = {
      since: performance.now(),
      fail(error) {
        failed = true;
        waiters.delete(waiter);
        done(error, undefined, () => {});
      },
    };
    waiters.add(waiter);
    connect((error, client, release) => {
      waiters.delete(waiter);
      if (!failed) return done(error, client, release);
      if (client) release();
    });
  };
  const replacement = (done?: Lend) =>
    done
      ? lend(done)
      : new Promise<PoolClient>((resolve, reject) => {
          lend((error, client) => (client ? resolve(client) : reject(error ?? newSilence())));
        });
  pool.connect = replacement as Pool['connect'];
}
