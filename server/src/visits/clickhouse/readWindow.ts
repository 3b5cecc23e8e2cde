import type { Transaction } from 'kysely';
import { CLICK_KIND, DIMENSIONS, TIMES, VISITORS } from '../clicks/facts/Click.ts';
import type { WindowNumbers, WindowQuestion } from '../numbers/ClickStore.ts';
import type { Database } from '#platform/db/schema.ts';
import { DAY_MS } from '#platform/lib/time.ts';
import { countOpens, listsOf, type Ranked } from '../postgres/reading/readWindow.ts';
import { clicksWith, ofClicksWith, openedIn } from './clicksWith.ts';
import type { ClickHouse } from './connection/ClickHouse.ts';
import { rollUp } from './rollUps.ts';
import { ofProject, ofScope, within } from './connection/sqlText.ts';

/** The numbers of an analytics window: clicks from ClickHouse, opens from PostgreSQL. `trx`: repeatable read. */
export async function readWindow(
  ch: ClickHouse,
  trx: Transaction<Database>,
  question: WindowQuestion,
): Promise<WindowNumbers> {
  const { scope, facts, window, starts, limit } = question;
  const source = await openSource(trx, question);
  const only =
    facts && (await ofClicksWith(ch, trx, scope.project, facts, openedIn(scope, window)));
  const opens = await countOpens(trx, question, only);
  const [clicks, uniqueVisitors, topValues] = await Promise.all([
    countTimes(ch, source, starts),
    countVisitors(ch, source),
    rankValues(ch, source, limit),
  ]);
  const none = { clicks: 0, previews: 0, bots: 0 };
  const times = starts.map((at, place) => ({
    ...(clicks.get(at.getTime()) ?? none),
    opens: opens[place] ?? 0,
  }));
  return {
    times,
    uniqueVisitors,
    topValues,
  };
}

/** SQL: rows of `rollups`, of some dimensions. */
type Source = (dimensions: readonly number[]) => string;

/**
 * Each part of a window comes from one of two: whole UTC days of a project from its roll-ups, unless these are being made again, and
 * all else from rows. Those of a link lie together; roll-ups know each fact alone.
 */
async function openSource(
  trx: Transaction<Database>,
  { scope, facts, window: { from, to } }: WindowQuestion,
): Promise<Source> {
  const { recount, kept_from: keptFrom } = await trx
    .selectFrom('deployment')
    .leftJoin('project_retention', (join) => join.on('project_id', '=', scope.project.id))
    .select(['recount', 'kept_from'])
    .executeTakeFirstOrThrow();
  const begin = Math.ceil(from.getTime() / DAY_MS) * DAY_MS;
  const end = recount ? Math.min(to.getTime(), keptFrom?.getTime() ?? 0) : to.getTime();
  const days = { from: new Date(begin), to: new Date(Math.floor(end / DAY_MS) * DAY_MS) };
  const whole = !scope.link && !facts && days.from < days.to ? days : { from: to, to };
  const ends = [
    { from, to: whole.from },
    { from: whole.to, to },
  ];
  const only = facts ? clicksWith(facts) : 'true';
  const inEnds = ends.map((range) => `(${within('at', range)})`).join(' OR ');
  return (dimensions) => `(
    SELECT dimension, start, toString(value) AS value, count, visitors FROM rollups
    WHERE ${ofProject(scope.project.id)} AND dimension IN (${dimensions.join(', ')})
      AND ${within('start', whole)}
    UNION ALL
    SELECT dimension, start, value, count, visitors
    FROM (${rollUp({ where: `${ofScope(scope)} AND (${inEnds}) AND ${only}`, dimensions })})
  )`;
}

interface Counted {
  /** One of the starts. */
  readonly at: number;
  readonly clicks: number;
  readonly previews: number;
  readonly bots: number;
}

/** Clicks from each of `starts` to the next one, by its milliseconds. */
async function countTimes(
  ch: ClickHouse,
  source: Source,
  starts: readonly Date[],
): Promise<Map<number, Omit<Counted, 'at'>>> {
  if (starts.length === 0) return new Map();
  const ofKind = (kind: keyof typeof CLICK_KIND) =>
    `sumIf(count, value = '${CLICK_KIND[kind]}') AS ${kind}s`;
  const seconds = starts.map((at) => at.getTime() / 1000);
  const counted = await ch.select<Counted>(`
    SELECT roundDown(toUnixTimestamp(start), [${seconds.join(', ')}]) * 1000 AS at,
           ${ofKind('preview')}, ${ofKind('bot')}, ${ofKind('click')}
    FROM ${source([TIMES])} GROUP BY at`);
  return new Map(counted.map(({ at, ...counts }) => [at, counts]));
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
  const numbers = Object.values(DIMENSIONS).map(({ number }) => number);
  const ranked = await ch.select<Ranked>(`
    SELECT dimension, nullIf(value, '') AS name, sum(count) AS clicks
    FROM ${source(numbers)}
    GROUP BY dimension, name HAVING clicks > 0
    ORDER BY dimension, clicks DESC, name NULLS LAST
    LIMIT ${limit} BY dimension`);
  return listsOf(ranked);
}
