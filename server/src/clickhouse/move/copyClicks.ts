import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { ClickHouse } from '../ClickHouse.ts';
import { type ClickValues, insertClicks } from '../insertClicks.ts';
import { copyPart, type Part } from './copyPart.ts';

/** Rows of one insert: a second or two of work, which a restart repeats at most once. */
const ROWS = 50_000;
/** What copied clicks have in the place of their journal. */
const JOURNAL = 'postgresql';

/** Copies the rows of `clicks`, in the order of their ids. */
export function copyClicks(
  ch: ClickHouse,
  db: Kysely<Database>,
  onProgress: (part: Part) => void,
): Promise<void> {
  return copyPart(db, 'clicks', onProgress, async (position) => {
    const { rows } = await sql<ClickValues>`
      with page as materialized (
        select * from clicks
        where id > ${position || '00000000-0000-0000-0000-000000000000'}::uuid
        order by id limit ${ROWS}
      )
      select page.id, projects.id as "projectId", page.link_key as "linkKey", page.kind, page.source,
             device.term as device, os.term as os, browser.term as browser, country.term as country,
             app.term as app, referrers.host as referrer, page.visitor::text as visitor
      from page
        join projects on projects.number = page.project_number
        left join click_terms as device on device.code = page.device
        left join click_terms as os on os.code = page.os
        left join click_terms as browser on browser.code = page.browser
        left join click_terms as country on country.code = page.country
        left join click_terms as app on app.code = page.app
        left join referrers on referrers.code = page.referrer
      order by page.id`.execute(db);
    // The rows of a project that is being deleted are left out, so the page may have none and not be the last.
    const last = await sql<{ id: string | null; pages: number }>`
      select max(id::text) as id, count(*) as pages from (
        select id from clicks
        where id > ${position || '00000000-0000-0000-0000-000000000000'}::uuid
        order by id limit ${ROWS}
      ) as page`.execute(db);
    await insertClicks(ch, rows, { journal: JOURNAL, token: `move:clicks:${position}` });
    return { position: last.rows[0]?.id ?? null, rows: rows.length };
  });
}
