import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '#platform/db/schema.ts';

interface Options {
  /** Rows of a page. */
  readonly size: number;
  /** Of all rows, those that are wanted quickly: 1 plans for all of them, less for a stream that need not sort them first. */
  readonly share: number;
}

/** The rows of a query, page by page from a cursor. A transaction has one at a time. */
export async function* fetchPages<Row>(
  trx: Transaction<Database>,
  query: RawBuilder<Row>,
  { size, share }: Options,
): AsyncGenerator<Row[]> {
  await sql`set local cursor_tuple_fraction = ${sql.lit(share)}`.execute(trx);
  await sql`declare click_pages no scroll cursor for ${query}`.execute(trx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(size)} from click_pages`.execute(trx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close click_pages`.execute(trx);
}
