import { sql, type Kysely } from 'kysely';
import { CLICK_FIELDS, STORED, type Term } from '../../clicks/facts/Click.ts';
import { snakeCase } from '../../clicks/facts/factColumns.ts';
import type { Database } from '#platform/db/schema.ts';
import type { ClickHouse } from '../connection/ClickHouse.ts';
import { insertClicks, type StoredClick, valuesOfRow } from '../rowsOfClicks.ts';

/** Rows of one insert: a second or two of work, which a restart repeats at most once. */
export const PAGE_ROWS = 50_000;
const TOKEN = 'move:';

/** SQL: the text of a field of `clicks` that is stored as a code. */
export function postgresText(name: string, table = 'clicks'): string {
  const isHost = CLICK_FIELDS[name as Term].dictionary === 'referrers';
  const [dictionary, text] = isHost ? ['referrers', 'host'] : ['click_terms', 'term'];
  return `(select ${text} from ${dictionary} where code = ${table}.${snakeCase(name)})`;
}

/** SQL: a stored field of `clicks` as text or number, under its own name. */
const FIELDS = STORED.map((name) => {
  const { dictionary, codes } = CLICK_FIELDS[name];
  const column = `page.${snakeCase(name)}`;
  if (codes) return `${column} as "${name}"`;
  if (dictionary === undefined) return `${column}::text as "${name}"`;
  return `${postgresText(name, 'page')} as "${name}"`;
});

/**
 * Copies the rows of `clicks` in the order of their ids. Each page has its first position as its token: a restart repeats the last
 * page, which changes nothing, and goes on from there.
 */
export async function copyClicks(
  ch: ClickHouse,
  db: Kysely<Database>,
  onProgress: (rows: number) => void,
  pageRows: number,
): Promise<void> {
  const [found] = await ch.select<{ last: string; rows: number }>(
    `SELECT max(journal) AS last, count() AS rows FROM clicks WHERE startsWith(journal, '${TOKEN}')`,
  );
  let position = found?.last.slice(TOKEN.length) || '00000000-0000-0000-0000-000000000000';
  let copied = found?.rows ?? 0;
  let isRepeated = copied > 0;
  for (;;) {
    // The rows of a project that is being deleted are left out, so a page may have none and not be the last.
    const page = sql`select * from clicks where id > ${position}::uuid order by id limit ${pageRows}`;
    const { rows: ends } = await sql<{ last: string | null }>`
      select max(id::text) as last from (${page}) as page`.execute(db);
    const last = ends[0]?.last ?? null;
    if (last === null) return;
    const { rows } = await sql<Pick<StoredClick, 'id' | 'projectId' | 'linkKey'>>`
      with page as materialized (${page})
      select page.id, projects.id as "projectId", page.link_key as "linkKey", ${sql.raw(FIELDS.join(', '))}
      from page join projects on projects.number = page.project_number
      order by page.id`.execute(db);
    await insertClicks(
      ch,
      rows.map((row) => valuesOfRow(row)),
      `${TOKEN}${position}`,
    );
    position = last;
    if (!isRepeated) onProgress((copied += rows.length));
    isRepeated = false;
  }
}
