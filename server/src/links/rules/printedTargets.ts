import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';

/** SQL: the slugs that the rules and variants of a link lead to. */
const targetsOf = (link: string) => sql`
  lateral (values (${sql.ref(`${link}.rules`)}), (${sql.ref(`${link}.variants`)})) as list (routes),
  lateral jsonb_path_query(routes, '$[*].to.slug') as target (slug)`;

/**
 * SQL: the slugs of the links that a project's printed links lead to, by rules or variants, through further links too. Such a link counts
 * as printed: whoever scans the code gets what it leads to.
 */
export function printedTargets({ id }: Pick<Project, 'id'>): RawBuilder<unknown> {
  return sql`(
    with recursive led (slug) as (
      select target.slug #>> '{}'
      from links as first, ${targetsOf('first')}
      where first.project_id = ${id} and first.printed and first.deleted_at is null
      union
      select target.slug #>> '{}'
      from led join links as next on next.project_id = ${id} and next.slug = led.slug and next.deleted_at is null,
        ${targetsOf('next')}
    )
    select slug from led)`;
}

/** The same as a set. */
export async function findPrintedTargets(
  db: Db,
  project: Pick<Project, 'id'>,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ slug: string }>`
    select slug from ${printedTargets(project)} as targets`.execute(db);
  return new Set(rows.map(({ slug }) => slug));
}
