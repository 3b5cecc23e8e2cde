import { sql, type Transaction } from 'kysely';
import type { Database } from '#platform/db/schema.ts';

/** The cells of a line. */
export type Line = (string | number | null)[];

/** Lines of a file. The database defuses texts, here as in the export of links; numbers are none. */
export async function writeLines(
  trx: Transaction<Database>,
  lines: readonly Line[],
): Promise<string> {
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(
      (select string_agg(
        case json_typeof(cell) when 'number' then cell::text else coalesce(csv_cell(cell #>> '{}'), '') end, ',' order by place
      ) from json_array_elements(line) with ordinality as cells (cell, place))
        || chr(13) || chr(10), '' order by number) as text
    from json_array_elements(${JSON.stringify(lines)}) with ordinality as lines (line, number)`.execute(
    trx,
  );
  return rows[0]?.text ?? '';
}
