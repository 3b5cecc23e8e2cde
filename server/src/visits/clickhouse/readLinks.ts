import type { LinkTopValues } from '@fairlead/contract/operations/analytics';
import { type RawBuilder, sql } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { snakeCase } from '../clicks/facts/factColumns.ts';
import { CLICK_KIND, LINK_TOP_COLUMNS, LINK_TOP_FIELDS } from '../clicks/facts/Click.ts';
import type { ClickScope, LinkCounts, LinkNumbers, WantedLinks } from '../numbers/ClickStore.ts';
import type { Db } from '#platform/db/Db.ts';
import type { TimeRange } from '#platform/lib/timeRange.ts';
import type { Link } from '#links/link/Link.ts';
import { countLinks as countRows } from '../postgres/reading/countLinks.ts';
import type { ClickHouse } from './connection/ClickHouse.ts';
import { keyList, ofScope, within } from './connection/sqlText.ts';

/** Numbers of one link in a range of time. */
interface LinkCount {
  readonly key: number;
  readonly clicks: number;
  readonly previews: number;
  readonly bots: number;
  /** Milliseconds; 0 without a click of a person. */
  readonly lastClickedAt: number;
}

/** The most common value of each of `LINK_TOP_FIELDS` among a link's clicks of people; empty where none is known. */
type LinkValues = { readonly key: number } & Readonly<
  Record<(typeof LINK_TOP_FIELDS)[number], string>
>;

const { click, preview, bot } = CLICK_KIND;

/** By link; `where` is a condition on `clicks`. */
export function streamLinkCounts(
  ch: ClickHouse,
  where = 'true',
): AsyncIterable<readonly LinkCount[]> {
  return ch.stream<LinkCount>(`
    SELECT link_key AS key, countIf(kind = ${click}) AS clicks, countIf(kind = ${preview}) AS previews,
           countIf(kind = ${bot}) AS bots, toUnixTimestamp64Milli(maxIf(at, kind = ${click})) AS lastClickedAt
    FROM clicks WHERE ${where} GROUP BY key`);
}

/** Of equally common values the first by code points. */
function streamLinkValues(ch: ClickHouse, where: string): AsyncIterable<readonly LinkValues[]> {
  const pairs = LINK_TOP_FIELDS.map((field, place) => `(${place}, toString(${snakeCase(field)}))`);
  const commonest = LINK_TOP_FIELDS.map(
    (field, place) => `argMinIf(value, (-toInt64(counted), value), field = ${place}) AS ${field}`,
  );
  return ch.stream<LinkValues>(`
    SELECT key, ${commonest.join(', ')}
    FROM (
      SELECT link_key AS key, pair.1 AS field, pair.2 AS value, count() AS counted
      FROM clicks ARRAY JOIN [${pairs.join(', ')}] AS pair
      WHERE ${where} AND kind = ${click} AND value != ''
      GROUP BY key, field, value
    ) GROUP BY key`);
}

/** A relation with the columns of `link_counters`, as arrays in the statement: a replica has no temporary tables. */
export function countsRelation(counts: readonly LinkCount[]): RawBuilder<unknown> {
  return sql`(
    select * from unnest(
      ${counts.map(({ key }) => key)}::bigint[], ${counts.map(({ clicks }) => clicks)}::bigint[],
      ${counts.map(({ previews }) => previews)}::bigint[], ${counts.map(({ bots }) => bots)}::bigint[],
      ${counts.map(({ lastClickedAt }) => (lastClickedAt === 0 ? null : new Date(lastClickedAt)))}::timestamptz[]
    ) as counted (link_key, clicks, previews, bots, last_clicked_at)
  )`;
}

/** Of a range; opens are counted by PostgreSQL. */
export async function countLinks(
  ch: ClickHouse,
  { project, link }: ClickScope,
  range: TimeRange,
): Promise<LinkCounts> {
  const scope = ofScope({ projectId: project.id, linkKey: link?.key });
  const groups = await Array.fromAsync(streamLinkCounts(ch, `${scope} AND ${within('at', range)}`));
  const relation = countsRelation(groups.flat());
  return { clicks: () => relation, opens: (wanted) => countRows(range).opens(wanted) };
}

export async function listTopValues(
  ch: ClickHouse,
  db: Db,
  links: readonly Pick<Link, 'key'>[],
  range: TimeRange,
): Promise<LinkTopValues[]> {
  const keys = links.map(({ key }) => key);
  const found = new Map<number, LinkValues>();
  for (const [projectId, ofProject] of await groupByProject(db, keys)) {
    const where = `${ofScope({ projectId })} AND link_key IN ${keyList(ofProject)} AND ${within('at', range)}`;
    for await (const group of streamLinkValues(ch, where)) {
      for (const values of group) found.set(values.key, values);
    }
  }
  return keys.map((key) => {
    const values = LINK_TOP_FIELDS.map((field) => [field, found.get(key)?.[field] || null]);
    return Object.fromEntries(values) as LinkTopValues;
  });
}

/** The projects of links; rows in ClickHouse are found by both. */
export async function groupByProject(
  db: Db,
  keys: readonly number[],
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ key: number; project_id: string }>`
    select key, project_id from links where key = any(${keys}::bigint[])`.execute(db);
  const grouped = Map.groupBy(rows, (row) => row.project_id);
  return new Map([...grouped].map(([id, links]) => [id, links.map(({ key }) => key)]));
}

/** The numbers of an export. */
export async function readLinkNumbers(
  ch: ClickHouse,
  { project }: WantedLinks,
  range: TimeRange,
): Promise<LinkNumbers> {
  const where = `${ofScope({ projectId: project.id })} AND ${within('at', range)}`;
  const values = (await Array.fromAsync(streamLinkValues(ch, where))).flat();
  const isLifetime = !range.from && !range.to;
  const counts = isLifetime
    ? sql.table('link_counters')
    : countsRelation((await Array.fromAsync(streamLinkCounts(ch, where))).flat());
  const columns = LINK_TOP_FIELDS.map((field) => sql`${values.map((each) => each[field])}::text[]`);
  const names = sql.raw(LINK_TOP_COLUMNS);
  const codes = LINK_TOP_FIELDS.map(
    (field) => sql`(
      select code from click_terms where dimension = ${sql.lit(field)} and term = common.${sql.ref(field)}
    ) as ${sql.ref(field)}`,
  );
  return {
    relation: sql`(
      select link_key, clicks, last_clicked_at, ${sql.join(codes)}
      from ${counts} as counted join wanted_links using (link_key) left join unnest(
        ${values.map(({ key }) => key)}::bigint[], ${sql.join(columns)}
      ) as common (link_key, ${names}) using (link_key)
      where clicks > 0
    )`,
    // The clicks are counted elsewhere: nobody has to rest.
    throttle: { afterRows: () => 'true', rest: () => nextTurn() },
  };
}
