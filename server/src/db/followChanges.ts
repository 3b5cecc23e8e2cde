import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Log } from '../lib/Log.ts';
import type { Change } from './Change.ts';
import { endClient } from './endClient.ts';
import { createChangeReading } from './readChanges.ts';

/** `onLost`: from now on, changes may be missed; `onRestored`: they arrive again, but some were missed. */
export interface ChangeHandlers {
  /** `transaction`: the one that made the change. */
  onChange(change: Change, transaction: number): void;
  /** All changes of transactions below the position have been handed to `onChange`. */
  onPosition(position: number): void;
  onLost(): void;
  onRestored(): void;
  readonly log: Log;
  /** The database is down: changes are followed once it is back. */
  readonly away?: boolean;
  /** Factor for how long a read may take (`AppOptions.patience`). */
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
const EVERY_MS = 250;
/** A read takes a millisecond. A connection that has died silently is given up after this, and another one is used. */
const SILENT_MS = 1_500;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/**
 * Reads the table `changes` on its own connection and reconnects forever. Resolves once it follows, or immediately if
 * the database is down; throws if the first connection fails.
 */
export async function followChanges(
  connectionString: string,
  handlers: ChangeHandlers,
): Promise<ChangeFeed> {
  const ending = new AbortController();
  let reader = handlers.away ? undefined : await openReader(connectionString, handlers);
  const followed = (async () => {
    for (;;) {
      if (reader !== undefined) {
        const reason = await reader.lost;
        reader = undefined;
        if (ending.signal.aborted) return;
        handlers.log.warn({ reason }, 'No longer hears of changes; connecting again');
      }
      reader = await reopen(connectionString, handlers, ending.signal);
      if (reader === undefined) return;
      handlers.log.info({}, 'Hears of changes again');
      handlers.onRestored();
    }
  })();
  return {
    async caughtUp() {
      if (reader !== undefined) return reader.caughtUp();
      handlers.onLost();
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
      await reader?.end();
      await followed;
    },
  };
}

interface Reader {
  /** Resolves with the reason when the connection has ended. */
  readonly lost: Promise<string>;
  caughtUp(): Promise<void>;
  end(): Promise<void>;
}

/** One read of the table. It begins when someone asks for it, or at the next interval. */
interface Round {
  readonly begin: PromiseWithResolvers<void>;
  readonly done: PromiseWithResolvers<void>;
}

async function openReader(connectionString: string, handlers: ChangeHandlers): Promise<Reader> {
  const client = new Client({
    connectionString,
    application_name: 'fairlead changes',
    connectionTimeoutMillis: 5_000,
    query_timeout: SILENT_MS * (handlers.patience ?? 1),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  let next = newRound();
  let ended = false;
  // A broken connection is noticed by the next read, so that starts now.
  client.on('error', () => next.begin.resolve());
  client.on('end', () => next.begin.resolve());
  const report = createReport(client, handlers);
  try {
    await client.connect();
    await report();
  } catch (error) {
    await endClient(client);
    throw error;
  }

  async function follow(): Promise<string> {
    for (;;) {
      const timer = setTimeout(next.begin.resolve, EVERY_MS);
      await next.begin.promise;
      clearTimeout(timer);
      const round = next;
      // A caller who asks from here on may have made a change that this read does not see.
      next = newRound();
      try {
        if (ended) return 'it has ended';
        await report();
      } catch (error) {
        ended = true;
        // Before the waiting callers continue, because they go on to read.
        handlers.onLost();
        return String(error);
      } finally {
        round.done.resolve();
        if (ended) next.done.resolve();
      }
    }
  }

  const followed = follow();

  return {
    lost: endAfter(followed, client),
    async caughtUp() {
      if (ended) return handlers.onLost();
      next.begin.resolve();
      return next.done.promise;
    },
    async end() {
      ended = true;
      next.begin.resolve();
      await followed;
      await endClient(client);
    },
  };
}

/** Each call reports what has been added since the last one; the first one only finds the position. */
function createReport(client: Client, handlers: ChangeHandlers): () => Promise<void> {
  const read = createChangeReading(client);
  return async () => {
    const { changes, position } = await read();
    for (const { change, transaction } of changes) handlers.onChange(change, transaction);
    handlers.onPosition(position);
  };
}

async function endAfter(followed: Promise<string>, client: Client): Promise<string> {
  try {
    return await followed;
  } finally {
    await endClient(client);
  }
}

function newRound(): Round {
  const done = Promise.withResolvers<void>();
  return { begin: Promise.withResolvers<void>(), done };
}

async function reopen(
  connectionString: string,
  handlers: ChangeHandlers,
  signal: AbortSignal,
): Promise<Reader | undefined> {
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      const reader = await openReader(connectionString, handlers);
      if (!signal.aborted) return reader;
      await reader.end();
    } catch (error) {
      handlers.log.warn({ error: String(error) }, 'Cannot reach the database to hear of changes');
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}
