import type { EventCredit, EventSaidBy, LinkEvents } from '@fairlead/contract/eventResources';
import { LIMITS } from '@fairlead/contract/limits';
import { sql } from 'kysely';
import { inSnapshot } from '#platform/db/inTransaction.ts';
import type { Link } from '#links/link/Link.ts';
import { inOrder, type TimeRange } from '#platform/lib/timeRange.ts';
import type { Reading } from '#visits/numbers/openNumbers.ts';
import { readMoment } from '#visits/numbers/readAnalytics.ts';
import { readRevenueFrom } from './numbers/readRevenueFrom.ts';
import { revenueByCurrency, toNumber } from './numbers/sumsByCurrency.ts';
import { creditedEvents, CREDITED_TO } from './creditedEvents.ts';

interface Row {
  readonly name: string;
  readonly currency: string | null;
  readonly count: number;
  /** Of any size. */
  readonly quantity: string;
  readonly amount: string | null;
  readonly app_amount: string | null;
}

type EventNumbers = LinkEvents['events'][number];

interface LinkEventsQuestion extends TimeRange {
  readonly credit?: EventCredit | undefined;
  readonly saidBy?: EventSaidBy | undefined;
}

/** What a link has brought, by the names of events: the most common first. */
export async function getLinkEvents(
  reading: Pick<Reading, 'db' | 'now' | 'events' | 'linksOfClicks'>,
  link: Pick<Link, 'key' | 'projectId'>,
  { credit = 'install', saidBy, ...range }: LinkEventsQuestion,
): Promise<LinkEvents> {
  const [from, to] = inOrder(range.from, range.to);
  const scope = { project: { id: link.projectId }, link, range: { from, to }, saidBy };
  return inSnapshot(reading.db, async (trx) => {
    const { exactUntil } = await readMoment(trx, reading.now);
    const credited = await creditedEvents(trx, reading, scope);
    const { rows } = await sql<Row>`
        select name, currency, count(*) as count, sum(coalesce(quantity, 1))::text as quantity,
          sum(amount)::text as amount, sum(app_amount)::text as app_amount
        from ${credited} as credited where ${CREDITED_TO[credit].link} = ${link.key}
        group by name, currency order by name collate "C"`.execute(trx);
    return {
      events: together(rows),
      revenueFrom: await readRevenueFrom(trx, scope.project),
      exactUntil: exactUntil.toISOString(),
    };
  });
}

/** The currencies of a name, most common names first. */
function together(rows: readonly Row[]): EventNumbers[] {
  const byName = [...Map.groupBy(rows, ({ name }) => name)].map(([name, own]) => ({
    name,
    count: own.reduce((sum, { count }) => sum + count, 0),
    quantity: toNumber(own.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n)),
    revenue: revenueByCurrency(own),
  }));
  return byName.toSorted((a, b) => b.count - a.count).slice(0, LIMITS.eventNames);
}
