import { sql, type Transaction } from 'kysely';
import type { KindCounts, WindowNumbers, WindowQuestion } from '../clicks/ClickStore.ts';
import { projectNumber } from '../clicks/projectNumber.ts';
import { inRange } from '../db/inRange.ts';
import type { Database } from '../db/schema.ts';
import { HOUR_MS, MINUTE_MS } from '../lib/time.ts';
import type { BoundedRange } from '../lib/timeRange.ts';
import type { ClickHouse } from './ClickHouse.ts';
import type { ClickScope } from './ClickScope.ts';
import { countTimes } from './countTimes.ts';
import { countVisitors } from './countVisitors.ts';
import { DIMENSIONS } from './dimensions.ts';
import { type RankedValue, rankValues } from './rankValues.ts';
import { chooseSource, readClosedSlices } from './slices.ts';

type TopValues = WindowNumbers['topValues'];

const LISTS: readonly (readonly [keyof TopValues, number])[] = [
  ['devices', DIMENSIONS.device],
  ['systems', DIMENSIONS.os],
  ['browsers', DIMENSIONS.browser],
  ['countries', DIMENSIONS.country],
  ['apps', DIMENSIONS.app],
  ['referrers', DIMENSIONS.referrer],
  ['sources', DIMENSIONS.source],
  ['crawlers', DIMENSIONS.crawler],
];

/** Minutes of pieces in which times are counted. */
const SPANS = [60, 30, 15] as const;

/** The numbers of an analytics window: clicks from ClickHouse, opens from PostgreSQL. `trx`: repeatable read. */
export async function readWindow(
  ch: ClickHouse,
  trx: Transaction<Database>,
  question: WindowQuestion,
): Promise<WindowNumbers> {
  const { scope, window, limit } = question;
  const asked = { projectId: scope.project.id, linkKey: scope.link?.key };
  const { times, visitors } = await chooseSources(trx, asked, window);
  return {
    times: await readTimes(ch, trx, times, question),
    uniqueVisitors: await countVisitors(ch, visitors),
    topValues: listsOf(await rankValues(ch, times, limit)),
  };
}

/** A link is counted from its rows, which lie together. */
async function chooseSources(trx: Transaction<Database>, scope: ClickScope, window: BoundedRange) {
  if (scope.linkKey !== undefined) {
    const rows = { scope, rolled: undefined, stale: [], rows: [window] };
    return { times: rows, visitors: rows };
  }
  const closed = await readClosedSlices(trx);
  const kept = await trx
    .selectFrom('project_retention')
    .select('kept_from')
    .where('project_id', '=', scope.projectId)
    .executeTakeFirst();
  const keptFrom = kept?.kept_from ?? new Date(0);
  return {
    times: chooseSource(scope, closed, { span: 'hour', window, keptFrom }),
    visitors: chooseSource(scope, closed, { span: 'day', window, keptFrom }),
  };
}

async function readTimes(
  ch: ClickHouse,
  trx: Transaction<Database>,
  source: Parameters<typeof countTimes>[1],
  { starts, window }: WindowQuestion,
): Promise<KindCounts[]> {
  const minutes =
    SPANS.find((span) => starts.every((at) => at.getTime() % (span * MINUTE_MS) === 0)) ?? 15;
  const times = starts.map(() => ({ clicks: 0, previews: 0, bots: 0, opens: 0 }));
  let place = 0;
  for (const { at, clicks, previews, bots } of await countTimes(ch, source, minutes)) {
    while (place + 1 < starts.length && starts[place + 1]!.getTime() <= at) place += 1;
    const counts = times[place]!;
    counts.clicks += clicks;
    counts.previews += previews;
    counts.bots += bots;
  }
  for (const { place: from1, opens } of await countOpens(trx, source.scope, window, starts)) {
    const counts = times[from1 - 1];
    if (counts) counts.opens += opens;
  }
  return times;
}

/** Opens of whole hours of a project from its totals, which outlive the rows; all others from rows. */
async function countOpens(
  trx: Transaction<Database>,
  { projectId, linkKey }: ClickScope,
  { from, to }: BoundedRange,
  starts: readonly Date[],
): Promise<{ place: number; opens: number }[]> {
  const whole = {
    from: new Date(Math.ceil(from.getTime() / HOUR_MS) * HOUR_MS),
    to: new Date(Math.floor(to.getTime() / HOUR_MS) * HOUR_MS),
  };
  const isRolled = linkKey === undefined && whole.from < whole.to;
  const rows = isRolled
    ? [
        { from, to: whole.from },
        { from: whole.to, to },
      ]
    : [{ from, to }];
  const scope =
    linkKey === undefined
      ? sql`project_number = ${projectNumber(projectId)}`
      : sql`link_key = ${linkKey}`;
  const parts = rows.map(
    (range) => sql`
    select opened_at as at, 1 as opens from opens where ${scope} and ${inRange('opened_at', range)}`,
  );
  if (isRolled) {
    parts.push(sql`
    select at, opens from project_times
    where project_id = ${projectId} and span = 15 and ${inRange('at', whole)}`);
  }
  const { rows: counted } = await sql<{ place: number; opens: number }>`
    select width_bucket(at, ${starts}::timestamptz[]) as place, sum(opens)::bigint as opens
    from (${sql.join(parts, sql` union all `)}) as facts group by 1`.execute(trx);
  return counted;
}

function listsOf(ranked: readonly RankedValue[]): TopValues {
  const list = (dimension: number) =>
    ranked
      .filter((each) => each.dimension === dimension)
      .map((each) => ({ name: each.value || null, clicks: each.clicks }));
  return Object.fromEntries(LISTS.map(([name, dimension]) => [name, list(dimension)])) as TopValues;
}
