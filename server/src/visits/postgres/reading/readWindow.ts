import type { Analytics } from '@fairlead/contract/operations/analytics';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import {
  CLICK_FIELDS,
  CLICK_KIND,
  CLICK_SOURCE,
  DIMENSIONS,
  TIMES,
  VISITORS,
} from '../../clicks/facts/Click.ts';
import type { KindCounts, WindowNumbers, WindowQuestion } from '../../numbers/ClickStore.ts';
import { inRange } from '#platform/db/inRange.ts';
import type { Database } from '#platform/db/schema.ts';
import type { BoundedRange } from '#platform/lib/timeRange.ts';
import { rowsWith } from './clicksWith.ts';
import type { OnlyRows } from './countLinks.ts';
import { clickedWithin } from './clickedWithin.ts';
import { countValues, IS_VISITOR, OPEN_KIND, VALUE_COLUMNS } from '../countFacts.ts';
import { splitWindow } from './splitWindow.ts';

/** The numbers of an analytics window. `trx`: repeatable read. */
export async function readWindow(
  trx: Transaction<Database>,
  question: WindowQuestion,
): Promise<WindowNumbers> {
  const { scope, facts, starts, limit } = question;
  const only = facts && rowsWith(scope.project, facts);
  const source = await openSource(trx, question, only);
  return {
    times: await countTimes(trx, source, starts),
    uniqueVisitors: await countUnique(trx, source),
    topValues: await rankValues(trx, source, limit),
  };
}

/**
 * Opens of a window from each of `starts` to the next one, where another store has the clicks; with a condition on `click_id`, of those
 * that fit it.
 */
export async function countOpens(
  trx: Transaction<Database>,
  question: WindowQuestion,
  only?: RawBuilder<boolean>,
): Promise<number[]> {
  const source = await openSource(trx, question, only && { clicks: sql`true`, opens: only });
  return (await countTimes(trx, source, question.starts)).map(({ opens }) => opens);
}

/** Where the numbers of a window come from. Each fact is in one of the two. */
interface Source {
  /** Whole days: `at, code, count` of a dimension. */
  readonly rollups: (dimension: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** The rest: relations with the columns of `clicks` and `opens`. */
  readonly clicks: RawBuilder<unknown>;
  readonly opens: RawBuilder<unknown>;
}

/** With conditions everything comes from rows: roll-ups know each fact alone. */
async function openSource(
  trx: Transaction<Database>,
  { scope: { project, link }, window }: Pick<WindowQuestion, 'scope' | 'window'>,
  only?: OnlyRows,
): Promise<Source> {
  const { number } = await trx
    .selectFrom('projects')
    .select('number')
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow();
  const key = link?.key ?? 0;
  const ofRollups = sql`project_number = ${number} and link_key = ${key}`;
  const ofRows = link ? sql`link_key = ${key}` : sql`project_number = ${number}`;
  const { whole, rest } = only
    ? { whole: [], rest: [window] }
    : await splitWindow(trx, { number, key }, window);
  const { clicks, opens } = only ?? { clicks: sql`true`, opens: sql`true` };
  const parts = (ranges: readonly BoundedRange[], part: (range: BoundedRange) => unknown) =>
    // A relation without rows still has columns.
    sql`(${sql.join(
      (ranges.length > 0 ? ranges : [{ from: window.to, to: window.to }]).map(part),
      sql` union all `,
    )})`;
  return {
    rollups: (dimension) =>
      parts(
        whole,
        (range) => sql`select dimension, at, code, count from rollups
          where ${ofRollups} and dimension ${dimension} and ${inRange('at', range)}`,
      ),
    clicks: parts(
      rest,
      (range) =>
        sql`select * from clicks where ${ofRows} and ${clickedWithin(range)} and ${clicks}`,
    ),
    opens: parts(
      rest,
      (range) =>
        sql`select opened_at from opens
          where ${ofRows} and ${inRange('opened_at', range)} and ${opens}`,
    ),
  };
}

/** Facts from each of `starts` to the next one. */
async function countTimes(
  trx: Transaction<Database>,
  { clicks, opens, rollups }: Source,
  starts: readonly Date[],
): Promise<KindCounts[]> {
  // Counts from 1: the last of `starts` that is not after what happened.
  const { rows } = await sql<{ place: number; code: number; count: number }>`
    select width_bucket(at, ${starts}::timestamptz[]) as place, code, sum(count)::bigint as count
    from (
      select clicked_at as at, kind::integer as code, 1 as count from ${clicks} as click
      union all
      select opened_at, ${sql.lit(OPEN_KIND)}, 1 from ${opens} as open
      union all
      select at, code, count from ${rollups(sql`= ${sql.lit(TIMES)}`)} as ready
    ) as facts
    group by 1, 2`.execute(trx);
  const counts = new Map(rows.map(({ place, code, count }) => [`${place} ${code}`, count]));
  return starts.map((_, index) => {
    const of = (code: number) => counts.get(`${index + 1} ${code}`) ?? 0;
    return {
      clicks: of(CLICK_KIND.click),
      previews: of(CLICK_KIND.preview),
      bots: of(CLICK_KIND.bot),
      opens: of(OPEN_KIND),
    };
  });
}

/** Distinct visitors of each UTC day, added up: the hash of a visitor changes with the day. */
async function countUnique(
  trx: Transaction<Database>,
  { clicks, rollups }: Source,
): Promise<number> {
  const { rows } = await sql<{ visitors: number }>`
    select (
      select count(*) from (
        select distinct (clicked_at at time zone 'UTC')::date, visitor
        from ${clicks} as click where ${sql.raw(IS_VISITOR)}
      ) as seen
    ) + (
      select coalesce(sum(count), 0)::bigint from ${rollups(sql`= ${sql.lit(VISITORS)}`)} as ready
    ) as visitors`.execute(trx);
  return rows[0]?.visitors ?? 0;
}

type TopValues = Analytics['topValues'];

/** A value of a dimension, and how often it came. */
export interface Ranked {
  readonly dimension: number;
  readonly name: string | null;
  readonly clicks: number;
}

const NUMBERS = Object.values(DIMENSIONS).map(({ number }) => number);
/** SQL: the codes of a dimension are those of this dictionary. */
const isOf = (dictionary: 'terms' | 'referrers' | 'routes') => {
  const numbers = Object.values(DIMENSIONS).flatMap(({ number, field }) =>
    field !== 'source' && CLICK_FIELDS[field].dictionary === dictionary ? [number] : [],
  );
  return sql.raw(`counted.dimension in (${numbers.join(', ')})`);
};
const SOURCES = sql.lit(DIMENSIONS.sources.number);
/** SQL: the names of sources, whose codes stand in no dictionary. */
const SOURCE_NAMES = sql.raw(
  `(values ${Object.entries(CLICK_SOURCE)
    .map(([name, code]) => `(${code}, '${name}')`)
    .join(', ')}) as sources (code, name)`,
);
/** SQL: joins to `counted` what its codes stand for. */
export const JOIN_NAMES = sql`
  left join ${SOURCE_NAMES} on counted.dimension = ${SOURCES} and sources.code = counted.code
  left join referrers on ${isOf('referrers')} and referrers.code = counted.code
  left join routes on ${isOf('routes')} and routes.code = counted.code
  left join click_terms on ${isOf('terms')} and click_terms.code = counted.code`;
/** SQL: the name of a code, if it has one. */
export const NAME = sql`coalesce(sources.name, referrers.host, routes.route, click_terms.term)`;

/** The most common values of each dimension; equal ones by name, unknown last. */
async function rankValues(
  trx: Transaction<Database>,
  { clicks, rollups }: Source,
  limit: number,
): Promise<TopValues> {
  const { rows } = await sql<Ranked>`
    with click as (select ${sql.raw(VALUE_COLUMNS)} from ${clicks} as click), counted as (
      select dimension, code, sum(count)::bigint as clicks
      from (
        ${sql.raw(countValues('click'))}
        union all
        select dimension, code, count
        from ${rollups(sql`= any(${NUMBERS}::smallint[])`)} as ready
      ) as parts
      group by 1, 2
    ), named as (
      select counted.dimension, sum(clicks)::bigint as clicks, ${NAME} as name
      from counted ${JOIN_NAMES}
      -- Several codes can have one name, or none any more.
      group by 1, 3
    ), ranked as (
      select *, row_number() over (
        partition by dimension order by clicks desc, name collate "C" nulls last
      ) as place
      from named
    )
    select dimension, name, clicks from ranked where place <= ${limit}
    order by dimension, place`.execute(trx);
  return listsOf(rows);
}

/** Ranked values by the list of analytics that shows them. */
export function listsOf(ranked: readonly Ranked[]): TopValues {
  const list = (number: number) =>
    ranked
      .filter(({ dimension }) => dimension === number)
      .map(({ name, clicks }) => ({ name, clicks }));
  return Object.fromEntries(
    Object.entries(DIMENSIONS).map(([name, { number }]) => [name, list(number)]),
  ) as TopValues;
}
