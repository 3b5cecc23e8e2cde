import { sql } from 'kysely';
import type { ColumnValues } from '../updateRecorded.ts';

/**
 * Columns that get a value of its own in each link, by the links' ids and as PostgreSQL renders a row in JSON. A column that
 * a link does not name stays.
 */
export function eachItsOwn(
  values: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
): ColumnValues {
  const columns = new Set([...values.values()].flatMap(Object.keys));
  const rows = JSON.stringify(Object.fromEntries(values));
  return Object.fromEntries(
    [...columns].map((column) => [
      column,
      sql`(jsonb_populate_record(links, ${rows}::jsonb -> links.id::text)).${sql.ref(column)}`,
    ]),
  );
}
