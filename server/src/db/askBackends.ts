import { setImmediate as nextTurn } from 'node:timers/promises';
import { Client } from 'pg';
import { endClient } from './endClient.ts';

/**
 * What the database says of its processes, by number. `silent`: nothing came back in time; `unknown`: something
 * did, from which nothing follows for one connection.
 */
export type Backends =
  | { readonly kind: 'silent' | 'unknown' }
  /** The processes that are at work; every other one is gone, or waits for its client to say something. */
  | { readonly kind: 'known'; readonly working: ReadonlySet<number> };

const ASK = `select pg_backend_pid() as own, array(
    select pid from pg_stat_activity
    where pid = any($1::int[])
      and (state is null or state not like 'idle%')
      and wait_event_type is distinct from 'Client'
  ) as working`;

/** Asks on a connection of its own, since those in use are what is doubted. Never throws. */
export async function askBackends(
  connectionString: string,
  pids: readonly number[],
  patienceMs: number,
): Promise<Backends> {
  const client = new Client({ connectionString, application_name: 'fairlead watch' });
  client.on('error', () => {});
  let answer: Backends | undefined;
  const asked = ask(client, pids).then((backends) => (answer = backends));
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patienceMs);
  await Promise.race([asked, late]);
  clearTimeout(timer);
  // After a long turn of the event loop the answer may lie there, not read yet.
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
    // Behind a pooler the numbers that clients know are not those of the processes.
    if (!row || row.own !== processIdOf(client)) return { kind: 'unknown' };
    return { kind: 'known', working: new Set(row.working) };
  } catch {
    // Too many clients, starting up: it speaks. Refused: what fails at once holds nobody up.
    return { kind: 'unknown' };
  }
}

/** The number of the database's process for a connection; 0 where it is not known. */
export function processIdOf(client: object): number {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : 0;
}
