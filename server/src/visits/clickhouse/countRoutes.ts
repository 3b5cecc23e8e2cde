import { sql, type Transaction } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import type { BoundedRange } from '#platform/lib/timeRange.ts';
import { lowestIdAt } from '#platform/lib/uuid.ts';
import type { Link } from '#links/link/Link.ts';
import { CLICK_KIND } from '../clicks/facts/Click.ts';
import type { RouteCounts } from '../numbers/ClickStore.ts';
import type { ClickHouse } from './connection/ClickHouse.ts';
import { IDS, ofIds } from './findClicks.ts';
import { ofLinks, within } from './connection/sqlText.ts';

type Key = Pick<Link, 'key' | 'projectId'>;

/** Clicks and people from ClickHouse; which of them opened the app or brought an install is in PostgreSQL. */
export async function countRoutes(
  ch: ClickHouse,
  trx: Transaction<Database>,
  link: Key,
  range: BoundedRange,
): Promise<RouteCounts[]> {
  const counted = await ch.select<{ route: string; clicks: number; people: number }>(`
    SELECT toString(clicks.route) AS route, count() AS clicks,
           uniqExactIf((toDate(clicks.at, 'UTC'), visitor), visitor IS NOT NULL) AS people
    FROM clicks WHERE ${ofPeople(link, range)} GROUP BY route`);
  const { opens, installs } = await countBrought(ch, trx, link, range);
  const none = { clicks: 0, people: 0 };
  return counted.map(({ route, clicks, people }) => {
    const [opened, installed] = [opens.get(route) ?? none, installs.get(route) ?? none];
    return {
      route: route === '' ? null : route,
      clicks,
      people,
      opens: opened.clicks,
      openers: opened.people,
      installs: installed.clicks,
      installers: installed.people,
    };
  });
}

function ofPeople(link: Key, range: BoundedRange): string {
  return `${ofLinks([link])} AND kind = ${CLICK_KIND.click} AND ${within('clicks.at', range)}`;
}

interface Counted {
  readonly clicks: number;
  readonly people: number;
}

/** By route, of the clicks that opened the app and of those that brought an install. */
async function countBrought(
  ch: ClickHouse,
  trx: Transaction<Database>,
  link: Key,
  range: BoundedRange,
) {
  const brought = { opens: createTally(), installs: createTally() };
  for await (const page of listBrought(trx, link, range)) {
    const rows = await ch.select<{
      id: string;
      route: string;
      day: string;
      visitor: string | null;
    }>(`
      SELECT toString(id) AS id, toString(clicks.route) AS route, toString(toDate(clicks.at, 'UTC')) AS day,
             toString(clicks.visitor) AS visitor
      FROM clicks WHERE ${ofPeople(link, range)} AND ${ofIds(page.map(({ id }) => id))}`);
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const { id, opened, installed } of page) {
      const click = found.get(id);
      if (click === undefined) continue;
      if (opened) brought.opens.add(click);
      if (installed) brought.installs.add(click);
    }
  }
  return { opens: brought.opens.byRoute, installs: brought.installs.byRoute };
}

/** Counts clicks and, of each day, their distinct visitors; the clicks come day by day. */
function createTally() {
  const byRoute = new Map<string, Counted>();
  let today = '';
  const seen = new Set<string>();
  return {
    byRoute,
    add({ route, day, visitor }: { route: string; day: string; visitor: string | null }) {
      if (day !== today) seen.clear();
      today = day;
      const person = visitor === null ? null : `${visitor} ${route}`;
      const isNew = person !== null && !seen.has(person);
      if (person !== null) seen.add(person);
      const { clicks, people } = byRoute.get(route) ?? { clicks: 0, people: 0 };
      byRoute.set(route, { clicks: clicks + 1, people: people + (isNew ? 1 : 0) });
    },
  };
}

interface Brought {
  readonly id: string;
  readonly opened: boolean;
  readonly installed: boolean;
}

/** Clicks of the link that opened the app or brought an install, in the order of their time. */
async function* listBrought(
  trx: Transaction<Database>,
  { key }: Key,
  { from, to }: BoundedRange,
): AsyncGenerator<Brought[]> {
  const end = lowestIdAt(to.getTime());
  let after = sql`click_id >= ${lowestIdAt(from.getTime())}::uuid`;
  for (;;) {
    const within = sql`link_key = ${key} and ${after} and click_id < ${end}::uuid`;
    const { rows } = await sql<Brought>`
      select click_id as id, bool_or(opened) as opened, bool_or(not opened) as installed
      from (
        (select click_id, true as opened from opens where ${within} order by click_id limit ${IDS})
        union all
        (select click_id, false from attribution_facts where ${within} and kind = 'install' order by click_id limit ${IDS})
      ) as brought
      group by click_id order by click_id limit ${IDS}`.execute(trx);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < IDS) return;
    after = sql`click_id > ${last.id}::uuid`;
  }
}
