import { type RawBuilder, sql } from 'kysely';

/** SQL of PostgreSQL: rows as a relation, as arrays in the statement: a replica has no temporary tables. */
export function relationOf<Row>(
  rows: readonly Row[],
  columns: Readonly<Record<keyof Row & string, string>>,
): RawBuilder<unknown> {
  const names = Object.keys(columns) as (keyof Row & string)[];
  const list = names.map((name) => `"${name}"`).join(', ');
  const arrays = names.map(
    (name) => sql`${rows.map((row) => row[name])}::${sql.raw(columns[name])}[]`,
  );
  return sql`(select * from unnest(${sql.join(arrays)}) as given (${sql.raw(list)}))`;
}
