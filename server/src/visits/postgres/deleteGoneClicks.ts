import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { eachApart } from '#platform/db/apart.ts';
import type { Database } from '#platform/db/schema.ts';

/** Links looked at together, and rows of one statement: short enough that nobody waits. */
const LINKS = 500;
const ROWS = 20_000;

/**
 * Deletes the clicks of deleted projects, with what they left for an install. A link is forgotten an hour after its
 * project went: until then a process that had not heard of it may have stored a click.
 */
export async function deleteGoneClicks(db: Kysely<Database>, now: Date): Promise<void> {
  await eachApart(listGoneLinks(db), {
    nameOf: (keys) => `links ${keys[0]} to ${keys.at(-1)}`,
    async work(keys) {
      await deleteClicksOf(db, keys);
      await sql`
        delete from gone_links where link_key = any(${keys}::bigint[])
          and gone_at < ${now}::timestamptz - interval '1 hour'`.execute(db);
    },
  });
}

async function* listGoneLinks(db: Kysely<Database>): AsyncGenerator<readonly number[]> {
  for (let after = 0; ;) {
    const links = await db
      .selectFrom('gone_links')
      .select('link_key')
      .where('link_key', '>', after)
      .orderBy('link_key')
      .limit(LINKS)
      .execute();
    const last = links.at(-1);
    if (last === undefined) return;
    yield links.map((link) => link.link_key);
    after = last.link_key;
  }
}

async function deleteClicksOf(db: Kysely<Database>, keys: readonly number[]): Promise<void> {
  const parts = [
    sql`
      with gone as (
        delete from clicks where id in (
          select id from clicks where link_key = any(${keys}::bigint[]) limit ${ROWS}
        ) returning id
      ), forgotten as (
        delete from click_queries using gone where click_id = gone.id
      )
      select from gone`,
    sql`
      delete from opens where click_id in (
        select click_id from opens where link_key = any(${keys}::bigint[]) limit ${ROWS}
      ) returning 1`,
  ];
  for (const part of parts) {
    let rows = ROWS;
    while (rows === ROWS) rows = (await part.execute(db)).rows.length;
  }
}
