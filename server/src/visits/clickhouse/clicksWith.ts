import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { inRange } from '#platform/db/inRange.ts';
import type { TimeRange } from '#platform/lib/timeRange.ts';
import type { ClickScope } from '../numbers/ClickStore.ts';
import type { Project } from '#teams/projects/Project.ts';
import { CLICK_SOURCE, type ClickFacts, COUNTED_FIELDS } from '../clicks/facts/Click.ts';
import { snakeCase } from '../clicks/facts/factColumns.ts';
import type { ClickHouse } from './connection/ClickHouse.ts';
import { ofProject, textLiteral } from './connection/sqlText.ts';
import { IDS, ofIds } from './findClicks.ts';

/** SQL: rows of `clicks` that have these facts. */
export function clicksWith({ source, ...facts }: ClickFacts): string {
  const conditions = COUNTED_FIELDS.map((fact) => {
    if (fact === 'source') return source ? `clicks.source = ${CLICK_SOURCE[source]}` : 'true';
    const text = facts[fact];
    return text === undefined ? 'true' : `clicks.${snakeCase(fact)} = ${textLiteral(text ?? '')}`;
  });
  return `(${conditions.join(' AND ')})`;
}

/** SQL of PostgreSQL: a condition on `click_id` (`ClickStore.ofClicksWith`), with the ids of those that have them. */
export async function ofClicksWith(
  ch: ClickHouse,
  db: Db,
  project: Pick<Project, 'id'>,
  facts: ClickFacts,
  candidates: RawBuilder<unknown>,
): Promise<RawBuilder<boolean>> {
  const { rows } = await sql<{ id: string }>`
    select distinct click_id as id from (${candidates}) as candidate order by 1`.execute(db);
  const found: string[] = [];
  for (let first = 0; first < rows.length; first += IDS) {
    const ids = rows.slice(first, first + IDS).map(({ id }) => id);
    const clicks = await ch.select<{ id: string }>(`
      SELECT toString(id) AS id FROM clicks
      WHERE ${ofProject(project.id)} AND ${ofIds(ids)} AND ${clicksWith(facts)}`);
    found.push(...clicks.map(({ id }) => id));
  }
  return sql<boolean>`click_id = any(${found}::uuid[])`;
}

/** SQL of PostgreSQL: the clicks that opened the app within a range, candidates for `ofClicksWith`. */
export function openedIn({ project, link }: ClickScope, range: TimeRange): RawBuilder<unknown> {
  const ofScope = link
    ? sql`link_key = ${link.key}`
    : sql`project_number = (select number from projects where id = ${project.id})`;
  return sql`select click_id from opens where ${ofScope} and ${inRange('opened_at', range)}`;
}
