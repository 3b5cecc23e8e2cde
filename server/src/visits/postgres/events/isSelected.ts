import { sql, type RawBuilder } from 'kysely';
import { inRange } from '#platform/db/inRange.ts';
import { saidBySql } from '../../clicks/facts/events.ts';
import type { EventSelection } from '../../numbers/events/deletions.ts';

/** SQL: whether a row of `events`, by its alias, is among these of its project; never null. */
export function isSelected(
  alias: string,
  { range, names, saidBy, source, receivedUntil }: EventSelection,
): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  const conditions = [
    inRange(`${alias}.at`, range),
    ...(names ? [sql`${of('name')} = any(${names}::text[])`] : []),
    ...(saidBy === undefined ? [] : [sql`${sql.raw(saidBySql(alias))} = ${saidBy}`]),
    ...(source === undefined
      ? []
      : [
          sql`coalesce(${of('source_id')} = ${source.id}::uuid, starts_with(${of('event_id')}, ${source.prefix}))`,
        ]),
    ...(receivedUntil ? [sql`${of('received_at')} <= ${receivedUntil}`] : []),
  ];
  return sql`(${sql.join(conditions, sql` and `)})`;
}
