import type { CallInput } from '@fairlead/contract/client';
import type { EventNumbers } from '@fairlead/contract/eventNumbers';
import { getEventNumbers } from '@fairlead/contract/operations/eventNumbers';
import { connectDatabase } from '../../targets/connectDatabase.ts';
import { openClient } from '../../targets/openClient.ts';
import type { BenchProject } from '../../targets/provisionProject.ts';
import type { BenchClickHouse } from '../../targets/startClickHouse.ts';
import type { BenchServer } from '../../targets/startServer.ts';
import type { DrawnEvents } from './drawEvents.ts';
import type { Person } from './sowPeople.ts';

export interface Stored {
  readonly server: BenchServer;
  readonly project: BenchProject;
  /** Has the events, if it is there. */
  readonly engine: BenchClickHouse | undefined;
  readonly from: Date;
}

/** Sums by key and currency. */
type Sums = Map<string, number>;

/** What the server answers and its rows say, where it is not what was sent. */
export async function findDifferences(stored: Stored, drawn: DrawnEvents): Promise<string[]> {
  const numbers = Array.from({ length: drawn.count }, (_, number) => number);
  const truth = (keyOf: (person: Person, number: number) => string | undefined): Sums => {
    const sums: Sums = new Map();
    for (const number of numbers) {
      const key = keyOf(drawn.personOf(number), number);
      if (key === undefined) continue;
      const name = `${key} ${drawn.currencyOf(number)}`;
      sums.set(name, (sums.get(name) ?? 0) + drawn.amountOf(number));
    }
    return sums;
  };
  // Before the rows: an answer waits until everything is loaded that was answered.
  const installs = await askNumbers(stored, 'install');
  const reengagements = await askNumbers(stored, 'reengagement');
  const rows = await readRows(stored);
  return [
    ...(rows.events === drawn.count
      ? []
      : [`${rows.events} different events are stored, and should be ${drawn.count}`]),
    ...(rows.rows === rows.events ? [] : [`${rows.rows} rows hold ${rows.events} events`]),
    ...compare(
      'rows',
      truth(() => 'all'),
      rows.sums,
    ),
    ...compare(
      'credit by the install',
      truth(({ link }) => link.id),
      installs,
    ),
    ...compare(
      'credit by re-engagement',
      truth(({ again }, number) => (drawn.isLate(number) ? undefined : again?.id)),
      reengagements,
    ),
  ];
}

function compare(what: string, wanted: Sums, found: Sums): string[] {
  return [...new Set([...wanted.keys(), ...found.keys()])].flatMap((key) =>
    wanted.get(key) === found.get(key)
      ? []
      : [`${what}, ${key}: ${found.get(key)}, and should be ${wanted.get(key)}`],
  );
}

async function askNumbers(
  { server, project, from }: Stored,
  credit: 'install' | 'reengagement',
): Promise<Sums> {
  const { groups } = await openClient(server, project).request<
    CallInput<typeof getEventNumbers>,
    EventNumbers
  >(getEventNumbers, {
    params: { projectId: project.projectId },
    query: { by: 'link', credit, from: from.toISOString() },
  });
  return new Map(
    groups.flatMap(({ value, revenue }) =>
      revenue.map(({ currency, amount }) => [`${value} ${currency}`, amount] as const),
    ),
  );
}

/** The rows themselves, as their store has them. */
async function readRows({ server, engine }: Stored) {
  const lines = engine ? await readEngine(engine) : await readDatabase(server);
  const sum = (name: 'rows' | 'events') => lines.reduce((total, line) => total + line[name], 0);
  return {
    rows: sum('rows'),
    events: sum('events'),
    sums: new Map(lines.map(({ currency, amount }) => [`all ${currency}`, amount])),
  };
}

async function readDatabase(server: BenchServer) {
  await using client = await connectDatabase(server.dataDir);
  const { rows } = await client.query<{
    currency: string;
    rows: string;
    events: string;
    amount: string;
  }>(`
    select currency, count(*) as rows, count(distinct event_id) as events, sum(amount) as amount
    from events group by currency`);
  return rows.map((row) => ({
    currency: row.currency,
    rows: Number(row.rows),
    events: Number(row.events),
    amount: Number(row.amount),
  }));
}

async function readEngine(engine: BenchClickHouse) {
  const text = await engine.ask(`
    SELECT currency, count(), uniqExact(event_id), sum(amount)
    FROM fairlead.events FINAL GROUP BY currency`);
  return text.split('\n').map((line) => {
    const [currency = '', rows, events, amount] = line.split('\t');
    return { currency, rows: Number(rows), events: Number(events), amount: Number(amount) };
  });
}
