import { sql, type RawBuilder } from 'kysely';

const HEX = (digits: string) =>
  `[${digits}]{8}-[${digits}]{4}-[${digits}]{4}-[${digits}]{4}-[${digits}]{12}`;
const RECORD_ID = `^(${HEX('0-9a-f')}|${HEX('0-9A-F')})$`;

/** SQL: the record's id that a text column names, in lower or upper case; null if it is none. */
export function recordIdOf(column: string): RawBuilder<string | null> {
  const text = sql.ref(column);
  return sql`case when ${text} ~ ${RECORD_ID} then ${text}::uuid end`;
}

/** SQL: the texts by which an event can name a row of `installations`. */
export const NAMES_OF_INSTALLATION = sql`array[client_id, id::text, upper(id::text)]`;
