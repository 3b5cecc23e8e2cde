import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { inRange } from '#platform/db/inRange.ts';
import type { TimeRange } from '#platform/lib/timeRange.ts';
import type { ClickScope } from '../numbers/ClickStore.ts';
import type { Project } from '#teams/projects/Project.ts';
import { CLICK_SOURCE, type ClickFacts, COUNTED_FIELDS } from '../clicks/facts/Click.ts';
import { snakeCase } from '../clicks/facts/factColumns.ts';
import { ofScope } from '../postgres/ofScope.ts';
import type { ClickHouse } from './connection/ClickHouse.ts';
import { ofProject, textLiteral } from './connection/sqlText.ts';
import { findAmong, listCandidates } from './findClicks.ts';

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
  const found = await findAmong<{ id: string }>(
    ch,
    await listCandidates(db, candidates),
    'toString(id) AS id',
    `${ofProject(project.id)} AND ${clicksWith(facts)}`,
  );
  return sql<boolean>`click_id = any(${found.map(({ id }) => id)}::uuid[])`;
}

/** SQL of PostgreSQL: the clicks that opened the app within a range, candidates for `ofClicksWith`. */
export function openedIn(scope: ClickScope, range: TimeRange): RawBuilder<unknown> {
  return sql`select click_id from opens where ${ofScope(scope)} and ${inRange('opened_at', range)}`;
}
