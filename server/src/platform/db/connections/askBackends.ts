import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Client } from 'pg';
import { newClient } from './connect.ts';
import { endClient } from './endClient.ts';

/**
 * What the database says about its backend processes, by process id. `silent`: nothing came back in time;
 * `unknown`: it answered, but that says nothing about a single connection.
 */
export type Backends =
  | { readonly kind: 'silent' | 'unknown' }
  /** The processes that are working; every other one is gone, or waits for its client. */
  | { readonly kind: 'known'; readonly working: ReadonlySet<number> };

const ASK = `select pg_backend_pid() as own, array(
    select pid from pg_stat_activity
    where pid = any($1::int[])
      and (state is null or state not like 'idle%')
      and wait_event_type is distinct from 'Client'
  ) as working`;

/** Asks on a new connection, because those in use are in doubt. Never throws. */
export async function askBackends(
  connectionString: string,
  pids: readonly number[],
  patienceMs: number,
): Promise<Backends> {
  // A database that is slow to connect is told from one that answers by the timer below.
  const client = newClient({ connectionString, name: 'fairlead watch', waitMs: 0 });
  let answer: Backends | undefined;
  const asked = ask(client, pids).then((backends) => (answer = backends));
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patienceMs);
  await Promise.race([asked, late]);
  clearTimeout(timer);
  // After a long turn of the event loop the answer may have arrived but not been read yet.
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  if (answer === undefined) client.connection.stream.destroy();
  else void endClient(client);
  return answer ?? { kind: 'silent' };
}

async function ask(client: Client, pids: readonly number[]): Promise<Backends> {
  try {
    await client.connect();
    const { rows } = await client.query<{ own: number; working: number[] }>(ASK, [pids]);
    const [row] = rows;
    // Behind a pooler, the process ids that clients see are not those of the backends.
    if (!row || row.own !== processIdOf(client)) return { kind: 'unknown' };
    return { kind: 'known', working: new Set(row.working) };
  } catch {
    // Too many clients, starting up: it answers. Refused: a connection that fails immediately holds no one up.
    return { kind: 'unknown' };
  }
}

/** The process id of a connection's backend; 0 if it is not known. */
export function processIdOf(client: object): number {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : 0;
}
