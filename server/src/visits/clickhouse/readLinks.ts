import type { LinkTopValues } from '@fairlead/contract/operations/analytics';
import { type RawBuilder, sql } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CLICK_KIND, type ClickFacts, LINK_TOP_FIELDS } from '../clicks/facts/Click.ts';
import { snakeCase } from '../clicks/facts/factColumns.ts';
import type { Db } from '#platform/db/Db.ts';
import { clicksWith, ofClicksWith, openedIn } from './clicksWith.ts';
import type { ClickScope, LinkCounts, LinkNumbers, WantedLinks } from '../numbers/ClickStore.ts';
import type { TimeRange } from '#platform/lib/timeRange.ts';
import type { Link } from '#links/link/Link.ts';
import { countLinks as countRows } from '../postgres/reading/countLinks.ts';
import type { ClickHouse } from './connection/ClickHouse.ts';
import { ofLinks, ofProject, ofScope, within } from './connection/sqlText.ts';
import { relationOf } from './relationOf.ts';

/** Numbers of a link. */
export interface LinkCount {
  readonly link_key: number;
  readonly clicks: number;
  readonly previews: number;
  readonly bots: number;
  readonly last_clicked_at: string | null;
}

/** The most common value of each of `LINK_TOP_FIELDS` among a link's clicks of people; null where none is known. */
type LinkValues = { readonly link_key: number } & LinkTopValues;

const { click, preview, bot } = CLICK_KIND;

/** SQL: a `LinkCount` of each link; `where` is a condition on `clicks`. */
export function countByLink(where = 'true'): string {
  return `
    SELECT link_key, countIf(kind = ${click}) AS clicks, countIf(kind = ${preview}) AS previews,
           countIf(kind = ${bot}) AS bots, maxOrNullIf(at, kind = ${click}) AS last_clicked_at
    FROM clicks WHERE ${where} GROUP BY link_key`;
}

/** One value for each of `LINK_TOP_FIELDS`. */
function ofTopFields<Value>(value: Value) {
  const entries = LINK_TOP_FIELDS.map((field) => [field, value]);
  return Object.fromEntries(entries) as Record<keyof LinkTopValues, Value>;
}

/** Of equally common values the first by code points. */
function selectValues(ch: ClickHouse, where: string): Promise<LinkValues[]> {
  const pairs = LINK_TOP_FIELDS.map((field, place) => `(${place}, toString(${snakeCase(field)}))`);
  const commonest = LINK_TOP_FIELDS.map(
    (field, place) =>
      `argMinOrNullIf(value, (-toInt64(counted), value), field = ${place}) AS ${field}`,
  );
  return ch.select<LinkValues>(`
    SELECT link_key, ${commonest.join(', ')}
    FROM (
      SELECT link_key, pair.1 AS field, pair.2 AS value, count() AS counted
      FROM clicks ARRAY JOIN [${pairs.join(', ')}] AS pair
      WHERE ${where} AND kind = ${click} AND value != ''
      GROUP BY link_key, field, value
    ) GROUP BY link_key`);
}

/** A relation with the columns of `link_counters`. */
export function countsRelation(counts: readonly LinkCount[]): RawBuilder<unknown> {
  return relationOf(counts, {
    link_key: 'bigint',
    clicks: 'bigint',
    previews: 'bigint',
    bots: 'bigint',
    last_clicked_at: 'timestamptz',
  });
}

/** Of a range; opens are counted by PostgreSQL. */
export async function countLinks(
  ch: ClickHouse,
  db: Db,
  scope: ClickScope,
  range: TimeRange,
  facts?: ClickFacts,
): Promise<LinkCounts> {
  const only = facts ? clicksWith(facts) : 'true';
  const where = `${ofScope(scope)} AND ${within('at', range)} AND ${only}`;
  const relation = countsRelation(await ch.select(countByLink(where)));
  const opens = facts && (await ofClicksWith(ch, db, scope.project, facts, openedIn(scope, range)));
  const rows = countRows(scope, range, opens && { clicks: sql`true`, opens });
  return { clicks: () => relation, opens: (wanted) => rows.opens(wanted) };
}

const NO_VALUES: LinkTopValues = ofTopFields(null);

export async function listTopValues(
  ch: ClickHouse,
  links: readonly Pick<Link, 'key' | 'projectId'>[],
  range: TimeRange,
): Promise<LinkTopValues[]> {
  if (links.length === 0) return [];
  const rows = await selectValues(ch, `${ofLinks(links)} AND ${within('at', range)}`);
  const found = new Map(rows.map(({ link_key, ...values }) => [link_key, values]));
  return links.map(({ key }) => found.get(key) ?? NO_VALUES);
}

/** The numbers of an export. */
export async function readLinkNumbers(
  ch: ClickHouse,
  { project }: WantedLinks,
  range: TimeRange,
): Promise<LinkNumbers> {
  const where = `${ofProject(project.id)} AND ${within('at', range)}`;
  const isLifetime = !range.from && !range.to;
  const counts = isLifetime
    ? sql.table('link_counters')
    : countsRelation(await ch.select(countByLink(where)));
  const types = { link_key: 'bigint', ...ofTopFields('text') };
  const values = relationOf(await selectValues(ch, where), types);
  const codes = LINK_TOP_FIELDS.map(
    (field) => sql`(
      select code from click_terms where dimension = ${sql.lit(field)} and term = common.${sql.ref(field)}
    ) as ${sql.ref(field)}`,
  );
  return {
    relation: sql`(
      select link_key, clicks, last_clicked_at, ${sql.join(codes)}
      from ${counts} as counted join wanted_links using (link_key)
        left join ${values} as common using (link_key)
      where clicks > 0
    )`,
    // The clicks are counted elsewhere: nobody has to rest.
    throttle: { afterRows: () => 'true', rest: () => nextTurn() },
  };
}
