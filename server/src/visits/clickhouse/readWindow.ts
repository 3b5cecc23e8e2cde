import type { Transaction } from 'kysely';
import { CLICK_KIND, DIMENSIONS, TIMES, VISITORS } from '../clicks/facts/Click.ts';
import type { KindCounts, WindowNumbers, WindowQuestion } from '../numbers/ClickStore.ts';
import type { Database } from '#platform/db/schema.ts';
import { DAY_MS, MINUTE_MS } from '#platform/lib/time.ts';
import type { BoundedRange } from '#platform/lib/timeRange.ts';
import { countOpens } from '../postgres/reading/readWindow.ts';
import type { ClickHouse } from './connection/ClickHouse.ts';
import { rollUp } from './rollUps.ts';
import { ofScope, type RowScope, within, withinAny } from './connection/sqlText.ts';

/** The numbers of an analytics window: clicks from ClickHouse, opens from PostgreSQL. `trx`: repeatable read. */
export async function readWindow(
  ch: ClickHouse,
  trx: Transaction<Database>,
  { scope, window, starts, limit }: WindowQuestion,
): Promise<WindowNumbers> {
  const rows = { projectId: scope.project.id, linkKey: scope.link?.key };
  const source = sourceOf(rows, await splitWindow(trx, rows, window));
  const opens = await countOpens(trx, scope, window, starts);
  const [clicks, uniqueVisitors, topValues] = await Promise.all([
    countTimes(ch, source, starts),
    countVisitors(ch, source),
    rankValues(ch, source, limit),
  ]);
  return {
    times: clicks.map((counts, place) => ({ ...counts, opens: opens[place] ?? 0 })),
    uniqueVisitors,
    topValues,
  };
}

/** How the parts of a window are read: each day from one of the two. */
interface Split {
  /** UTC days, from roll-ups. */
  readonly whole: BoundedRange;
  /** From rows. */
  readonly rest: readonly BoundedRange[];
}

/** A link's rows lie together; a project's whole days are rolled up, unless that is being done again. */
async function splitWindow(
  trx: Transaction<Database>,
  { projectId, linkKey }: RowScope,
  { from, to }: BoundedRange,
): Promise<Split> {
  const { recount, kept_from: keptFrom } = await trx
    .selectFrom('deployment')
    .leftJoin('project_retention', (join) => join.on('project_id', '=', projectId))
    .select(['recount', 'kept_from'])
    .executeTakeFirstOrThrow();
  const begin = Math.ceil(from.getTime() / DAY_MS) * DAY_MS;
  const end = recount ? Math.min(to.getTime(), keptFrom?.getTime() ?? 0) : to.getTime();
  const whole = { from: new Date(begin), to: new Date(Math.floor(end / DAY_MS) * DAY_MS) };
  if (linkKey !== undefined || whole.from >= whole.to) {
    return { whole: { from, to: from }, rest: [{ from, to }] };
  }
  const ends = [
    { from, to: whole.from },
    { from: whole.to, to },
  ];
  return { whole, rest: ends.filter((range) => range.from < range.to) };
}

/** SQL: rows of `rollups`, of some dimensions. */
type Source = (dimensions: readonly number[]) => string;

function sourceOf(scope: RowScope, { whole, rest }: Split): Source {
  return (dimensions) => `(
    SELECT dimension, start, toString(value) AS value, count, visitors FROM rollups
    WHERE ${ofScope({ projectId: scope.projectId })} AND dimension IN (${dimensions.join(', ')})
      AND ${within('start', whole)}
    UNION ALL
    SELECT dimension, start, value, count, visitors
    FROM (${rollUp({ where: `${ofScope(scope)} AND ${withinAny('at', rest)}`, dimensions })})
  )`;
}

/** Minutes of pieces in which times are counted. */
const SPANS = [60, 30, 15] as const;

/** Clicks from each of `starts` to the next one. */
async function countTimes(
  ch: ClickHouse,
  source: Source,
  starts: readonly Date[],
): Promise<Omit<KindCounts, 'opens'>[]> {
  const isWhole = (minutes: number) =>
    starts.every((at) => at.getTime() % (minutes * MINUTE_MS) === 0);
  const seconds = (SPANS.find(isWhole) ?? 15) * 60;
  const ofKind = (kind: keyof typeof CLICK_KIND) =>
    `sumIf(count, value = '${CLICK_KIND[kind]}') AS ${kind}s`;
  const counted = await ch.select<{ at: number; clicks: number; previews: number; bots: number }>(`
    SELECT intDiv(toUnixTimestamp(start), ${seconds}) * ${seconds * 1000} AS at,
           ${ofKind('preview')}, ${ofKind('bot')}, ${ofKind('click')}
    FROM ${source([TIMES])} GROUP BY at ORDER BY at`);
  const times = starts.map(() => ({ clicks: 0, previews: 0, bots: 0 }));
  let place = 0;
  for (const { at, clicks, previews, bots } of counted) {
    while (place + 1 < starts.length && starts[place + 1]!.getTime() <= at) place += 1;
    const counts = times[place]!;
    counts.clicks += clicks;
    counts.previews += previews;
    counts.bots += bots;
  }
  return times;
}

/** Distinct visitors of each UTC day, added up. */
async function countVisitors(ch: ClickHouse, source: Source): Promise<number> {
  const [row] = await ch.select<{ visitors: number }>(`
    SELECT sum(seen) AS visitors FROM (
      SELECT sum(count) + uniqExactMerge(visitors) AS seen FROM ${source([VISITORS])} GROUP BY start
    )`);
  return row?.visitors ?? 0;
}

/** The most common values of each dimension, most common first; equal ones by code points, unknown last. */
async function rankValues(
  ch: ClickHouse,
  source: Source,
  limit: number,
): Promise<WindowNumbers['topValues']> {
  const lists = Object.entries(DIMENSIONS);
  const ranked = await ch.select<{ dimension: number; value: string; counted: number }>(`
    SELECT dimension, value, sum(count) AS counted
    FROM ${source(lists.map(([, { number }]) => number))}
    GROUP BY dimension, value HAVING counted > 0
    ORDER BY dimension, counted DESC, value = '', value
    LIMIT ${limit} BY dimension`);
  const list = (dimension: number) =>
    ranked
      .filter((each) => each.dimension === dimension)
      .map(({ value, counted }) => ({ name: value || null, clicks: counted }));
  return Object.fromEntries(
    lists.map(([name, { number }]) => [name, list(number)]),
  ) as WindowNumbers['topValues'];
}
