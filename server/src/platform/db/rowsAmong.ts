import { sql, type RawBuilder } from 'kysely';

/**
 * SQL: the rows of a relation; with `among`, another relation with a column of the same name as `key`, only those with its keys. Each key is
 * looked up by an index, whatever the planner expects and whichever joins a transaction allows (`offset 0` is never pulled up).
 */
export function rowsAmong(
  rows: RawBuilder<unknown>,
  key: string,
  among?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (among === undefined) return rows;
  return sql`
    select found.* from (select distinct ${sql.ref(key)} as key from (${among}) as asked) as given
      cross join lateral (
        select * from (${rows}) as stored where ${sql.ref(`stored.${key}`)} = given.key offset 0
      ) as found`;
}
