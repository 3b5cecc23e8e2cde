import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Log } from '../lib/Log.ts';
import { endClient } from './endClient.ts';

/** `onLost`: from now on changes may be missed; `onRestored`: they arrive again, some were missed. */
export type ChangeHandlers = {
  onChange(payload: string): void;
  onLost(): void;
  onRestored(): void;
  readonly log: Log;
  /** How often the connection is tried, 10 s unless a test is in a hurry. */
  readonly pingMs?: number;
};

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/**
 * Hears `fairlead_changes` on a connection of its own and reconnects forever. Resolves once it
 * listens; throws when the first connection cannot be made. Needs a direct connection: a pooler
 * in transaction mode does not pass change notifications on.
 */
export async function listenForChanges(
  connectionString: string,
  handlers: ChangeHandlers,
): Promise<AsyncDisposable> {
  const ending = new AbortController();
  let listener = await listen(connectionString, handlers);
  const followed = (async () => {
    while (!ending.signal.aborted) {
      const reason = await listener.lost;
      if (ending.signal.aborted) return;
      handlers.log.warn({ reason }, 'No longer hears of changes; connecting again');
      handlers.onLost();
      const next = await reconnect(connectionString, handlers, ending.signal);
      if (!next) return;
      listener = next;
      handlers.log.info({}, 'Hears of changes again');
      handlers.onRestored();
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      ending.abort();
      await listener.end();
      await followed;
    },
  };
}

type Listener = { readonly lost: Promise<string>; end(): Promise<void> };

async function listen(connectionString: string, handlers: ChangeHandlers): Promise<Listener> {
  const client = new Client({
    connectionString,
    application_name: 'fairlead changes',
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  const { promise: lost, resolve: lose } = Promise.withResolvers<string>();
  client.on('error', (error) => lose(error.message));
  client.on('end', () => lose('the connection was closed'));
  client.on('notification', ({ payload }) => handlers.onChange(payload ?? ''));
  const end = () => endClient(client);
  try {
    await client.connect();
    await client.query('listen fairlead_changes');
  } catch (error) {
    await end();
    throw error;
  }
  // A connection that died without a word, as behind a firewall, shows itself only to a question.
  const ping = setInterval(() => {
    client.query('select 1').catch((error: Error) => lose(error.message));
  }, handlers.pingMs ?? 10_000);
  void lost.then(() => {
    clearInterval(ping);
    return end();
  });
  return { lost, end };
}

async function reconnect(
  connectionString: string,
  handlers: ChangeHandlers,
  signal: AbortSignal,
): Promise<Listener | undefined> {
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      const listener = await listen(connectionString, handlers);
      if (!signal.aborted) return listener;
      await listener.end();
    } catch (error) {
      handlers.log.warn({ error: String(error) }, 'Cannot reach the database to hear of changes');
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}
