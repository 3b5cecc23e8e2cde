import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../ports/Log.ts';
import { type Connection, connect } from '../connections/connect.ts';
import { type ChangesRead, createChangeReading } from './readChanges.ts';

interface ChangeHandlers {
  /** The position to go on from, asked for on each new connection. Default: only later changes are read. */
  readonly begin?: (connection: Connection) => Promise<number | undefined>;
  /** The next read waits for it. If it fails, a new connection begins. */
  readonly onRead: (read: ChangesRead, connection: Connection) => void | Promise<void>;
  /** From now on, changes may be missed. */
  readonly onLost: (reason: unknown) => void;
  /** They arrive again, but some were missed. Also called before the first ones if the database was down. */
  readonly onRestored: () => void;
}

interface Options extends ChangeHandlers {
  readonly connectionString: string;
  readonly log: Log;
  /** The database is down: changes are followed once it is back. */
  readonly away?: boolean;
  /** What `pg_stat_activity` shows. */
  readonly name?: string;
  /** A connection that has died silently is given up after this. Milliseconds. */
  readonly silentMs?: number;
  /** Factor for it (`AppOptions.patience`). */
  readonly patience?: number | undefined;
}

export interface ChangeFeed extends AsyncDisposable {
  /**
   * Resolves when every change committed before the call has been read. While the database is down, resolves
   * with what was read last: `onLost` is called, and no one waits. Never rejects.
   */
  caughtUp(): Promise<void>;
}

/** How often changes are read when no one asks for them, so that other processes learn of a change within a second. */
export const EVERY_MS = 250;
const CONNECT_MS = 5_000;
/** A read takes a millisecond. */
const SILENT_MS = 1_500;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/** One read of the table. It begins when someone asks for it, or at the next interval. */
interface Round {
  readonly begin: PromiseWithResolvers<void>;
  readonly done: PromiseWithResolvers<void>;
}

/**
 * Reads the table `changes` on its own connection and reconnects forever. Resolves once it follows, or immediately if
 * the database is down; throws if the first connection fails.
 */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export async function followChanges(options: Options): Promise<ChangeFeed> {
  const { away = false, onLost, onRestored } = options;
  const ending = new AbortController();
  const { signal } = ending;
  let next = newRound();
  const wake = () => next.begin.resolve();
  let line = away ? undefined : await openLine(options, wake);
  /** Undefined before the first attempt. */
  let hears = away ? undefined : true;
  let begunAt = performance.now();
  let closed: PromiseLike<void> | undefined;

  function lose(reason: unknown): void {
    if (hears !== false) onLost(reason);
    hears = false;
  }

  async function readNext({ read }: Line): Promise<void> {
    const pause = begunAt + EVERY_MS - performance.now();
    const timer = setTimeout(wake, Math.max(0, pause));
    await next.begin.promise;
    clearTimeout(timer);
    begunAt = performance.now();
    const round = next;
    // A caller who asks from here on may have made a change that this read does not see.
    next = newRound();
    try {
      if (!signal.aborted) await read();
    } catch (error) {
      // Before the waiting callers continue, because they go on to read.
      lose(error);
      next.done.resolve();
      next = newRound();
      throw error;
    } finally {
      round.done.resolve();
    }
  }

  async function follow(): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; !signal.aborted;) {
      try {
        line ??= await openLine(options, wake);
        if (!hears) onRestored();
        hears = true;
        while (!signal.aborted) {
          await readNext(line);
          pause = FIRST_PAUSE_MS;
        }
      } catch (error) {
        lose(error);
        closed = line?.[Symbol.asyncDispose]();
        line = undefined;
        await sleep(pause, undefined, { signal }).catch(() => undefined);
        pause = Math.min(pause * 2, MAX_PAUSE_MS);
      }
    }
  }

  const followed = follow();
  return {
    async caughtUp() {
      if (!hears) return onLost('There is no connection');
      wake();
      return next.done.promise;
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
      wake();
      await followed;
      await Promise.all([closed, line?.[Symbol.asyncDispose]()]);
    },
  };
}

/** A connection on which changes have been read once. */
interface Line extends AsyncDisposable {
  /** Fails, too, if the connection was replaced by another one since. */
  readonly read: () => Promise<void>;
}

/** `onBroken`: the next read will fail, so it may begin immediately. */
async function openLine(options: Options, onBroken: () => void): Promise<Line> {
  const { connectionString, log, name = 'fairlead changes', patience = 1 } = options;
  const silentMs = (options.silentMs ?? SILENT_MS) * patience;
  await using stack = new AsyncDisposableStack();
  const connection = stack.use(
    connect({ connectionString, log, max: 1, name, waitMs: CONNECT_MS * patience, silentMs }),
  );
  let isBroken = false;
  connection.pool.on('remove', () => {
    isBroken = true;
    onBroken();
  });
  const readChanges = createChangeReading(connection.pool, await options.begin?.(connection));
  async function read(): Promise<void> {
    if (isBroken) throw new Error('The connection broke');
    await options.onRead(await readChanges(), connection);
  }
  await read();
  const owned = stack.move();
  return { read, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

function newRound(): Round {
  const done = Promise.withResolvers<void>();
  return { begin: Promise.withResolvers<void>(), done };
}
