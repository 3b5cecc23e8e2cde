import { isLeading } from '@fairlead/contract/leadingFields';
import { LIMITS } from '@fairlead/contract/limits';
import { type RawBuilder, sql, type Updateable } from 'kysely';
import { nameOf } from '#teams/audit/recordAudit.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Database } from '#platform/db/schema.ts';
import { newId } from '#platform/lib/uuid.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type Link, LINK_COLUMNS, readLink } from '../link/Link.ts';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import { printedTargets } from '../rules/printedTargets.ts';
import { fieldOf } from './LinkChange.ts';

type Columns = Updateable<Database['links']>;

export type ColumnValues = {
  readonly [Name in keyof Columns]: Columns[Name] | RawBuilder<never>;
};

/** Columns that follow from a change of the others, or from deletion. All others are compared, also those added later. */
const NOT_OWN = [
  'updated_at',
  'deleted_at',
  'search_text',
  'used_up',
] satisfies (keyof Database['links'])[];

const ownColumns = sql<Record<string, unknown>>`to_jsonb(links) - ${NOT_OWN}::text[]`;

interface Update {
  readonly ids: readonly string[];
  /** Of the change in the histories of the links. */
  readonly changeId?: string | undefined;
  readonly set: ColumnValues;
  /** Printed links as well may lead elsewhere: somebody has approved it. */
  readonly approved?: boolean | undefined;
}

/** SQL: a link is not printed and no printed link leads to it, or it leads where it has led. */
function leadsAsBefore(project: Pick<Project, 'id'>, set: ColumnValues): RawBuilder<boolean> {
  const same = Object.entries(set)
    .filter(([column]) => isLeading(fieldOf(column)) || column === 'deleted_at')
    .map(([column, value]) => ({
      column,
      is: sql`links.${sql.ref(column)} is not distinct from ${value}`,
    }));
  if (same.length === 0) return sql<boolean>`true`;
  const all = (columns: typeof same) =>
    columns.length === 0
      ? sql`true`
      : sql`(${sql.join(
          columns.map(({ is }) => is),
          sql` and `,
        )})`;
  // That a target becomes printed itself leads nobody elsewhere.
  const others = same.filter(({ column }) => column !== 'printed');
  return sql<boolean>`(not links.printed or ${all(same)})
    and (${all(others)} or links.slug not in ${printedTargets(project)})`;
}

/**
 * Writes columns of live links of a project, newest first, and in the same statement the history of those that it made
 * different: nothing else updates links, so nothing is missing from their history. Printed links, and those that they lead to, stay if they
 * would lead elsewhere.
 */
export async function updateRecorded(
  db: Db,
  project: Pick<Project, 'id'>,
  author: Actor,
  { ids, changeId = newId(), set, approved = false }: Update,
): Promise<Link[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .with('earlier', (query) =>
      query
        .selectFrom('links')
        .select(['id as link_id', ownColumns.as('earlier_columns')])
        .where('project_id', '=', project.id)
        .where('id', '=', (any) => any.fn.any(any.val(ids)))
        .where('deleted_at', 'is', null)
        .orderBy('id', 'desc')
        // What another change has just written is what this one replaces.
        .forUpdate(),
    )
    .with('updated', (query) =>
      query
        .updateTable('links')
        .from('earlier')
        .set(set)
        .where('links.project_id', '=', project.id)
        .whereRef('links.id', '=', 'earlier.link_id')
        .$if(!approved, (update) => update.where(leadsAsBefore(project, set)))
        .returning(LINK_COLUMNS)
        .returning(['earlier_columns', ownColumns.as('own_columns')]),
    )
    .with('recorded', () => recordUpdated(project, author, changeId))
    .with('forgotten', () => forgetOldest)
    .selectFrom('updated')
    .select(LINK_COLUMNS)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(readLink);
}

/** Adds what is different about each updated link to its history. */
function recordUpdated(
  project: Pick<Project, 'id'>,
  author: Actor,
  changeId: string,
): RawBuilder<{ readonly link_id: string }> {
  const authorId = 'id' in author ? author.id : null;
  return sql`(
    insert into link_changes (link_id, id, author_kind, author_id, author_name, before, after)
    select updated.id, ${changeId}::uuid, ${author.kind}::text, ${authorId}::uuid, ${authorName(project, author)},
      different.before, different.after
    from updated cross join lateral (
      select jsonb_object_agg(key, earlier.value) as before, jsonb_object_agg(key, own.value) as after
      from jsonb_each(earlier_columns) as earlier join jsonb_each(own_columns) as own using (key)
      where earlier.value <> own.value
    ) as different
    where earlier_columns <> own_columns
    returning link_id)`;
}

/** Removes what is beyond the limit; the new changes are not among those that it sees. */
const forgetOldest = sql<never>`(
  delete from link_changes using recorded cross join lateral (
    select id from link_changes where link_id = recorded.link_id
    order by id desc offset ${LIMITS.linkChanges - 1} limit 1
  ) as oldest
  where link_changes.link_id = recorded.link_id and link_changes.id <= oldest.id)`;

function authorName(project: Pick<Project, 'id'>, author: Actor): RawBuilder<string> {
  if (author.kind !== 'key') return sql`${nameOf(author)}::text`;
  // A key can be revoked between the look-up of the request and this.
  return sql`coalesce(
    (select name from app_keys where project_id = ${project.id} and id = ${author.id}), 'A revoked key')`;
}
