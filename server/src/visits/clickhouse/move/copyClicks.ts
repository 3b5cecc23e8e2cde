import { sql, type Kysely } from 'kysely';
import { CLICK_FIELDS, STORED, type Term } from '../../clicks/facts/Click.ts';
import { snakeCase, textOfCode } from '../../clicks/facts/factColumns.ts';
import type { Database } from '#platform/db/schema.ts';
import type { ClickHouse } from '../connection/ClickHouse.ts';
import { insertClicks, type StoredClick, valuesOfRow } from '../rowsOfClicks.ts';

/** Rows of one insert: a second or two of work, which a restart repeats at most once. */
export const PAGE_ROWS = 50_000;
const TOKEN = 'move:';

/** SQL: the stored fields of `clicks` as texts and numbers, under their own names. */
export function selectFields(table: string): string {
  const fields = STORED.map((name) => {
    const { dictionary, codes } = CLICK_FIELDS[name];
    const column = `${table}.${snakeCase(name)}`;
    if (codes) return `${column} as "${name}"`;
    if (dictionary === undefined) return `${column}::text as "${name}"`;
    return `${textOfCode(name as Term, column)} as "${name}"`;
  });
  return fields.join(', ');
}

type Row = Pick<StoredClick, 'id' | 'linkKey'> & { readonly projectId: string | null };

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
    const { rows } = await sql<Row>`
      with page as materialized (
        select * from clicks where id > ${position}::uuid order by id limit ${pageRows}
      )
      select page.id, projects.id as "projectId", page.link_key as "linkKey", ${sql.raw(selectFields('page'))}
      from page left join projects on projects.number = page.project_number
      order by page.id`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    // The rows of a project that is being deleted are left out.
    const clicks = rows.flatMap(({ projectId, ...row }) =>
      projectId === null ? [] : [valuesOfRow({ projectId, ...row })],
    );
    await insertClicks(ch, clicks, `${TOKEN}${position}`);
    position = last.id;
    if (!isRepeated) onProgress((copied += clicks.length));
    isRepeated = false;
  }
}
