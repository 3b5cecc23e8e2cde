import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { timeOfId } from '#platform/lib/uuid.ts';
import type { Link } from '#links/link/Link.ts';
import { CLICK_KIND, CLICK_SOURCE } from '../../clicks/facts/Click.ts';
import { nameOfCode } from '../../clicks/facts/fieldTypes.ts';
import type { ListedClick } from '../../numbers/ClickStore.ts';

type Row = Omit<ListedClick, 'kind' | 'source'> & {
  readonly kind: number;
  readonly source: number;
};

/** Visits of a link, newest first, at most `limit`; those whose id is not above `after` are left out. */
export async function listClicks(
  db: Db,
  link: Pick<Link, 'key'>,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<ListedClick[]> {
  const since =
    after === undefined
      ? sql``
      : sql`and id > ${after} and clicked_at >= ${new Date(timeOfId(after))}`;
  const { rows } = await sql<Row>`
    with recent as materialized (
      select * from clicks where link_key = ${link.key} ${since}
      order by clicked_at desc, id desc limit ${limit}
    )
    select recent.id, clicked_at as at, kind, source, opens.click_id is not null as opened,
           device.term as device, os.term as os, browser.term as browser,
           country.term as country, app.term as app, referrers.host as referrer
    from recent
    left join opens on opens.click_id = recent.id
    left join click_terms as device on device.code = recent.device
    left join click_terms as os on os.code = recent.os
    left join click_terms as browser on browser.code = recent.browser
    left join click_terms as country on country.code = recent.country
    left join click_terms as app on app.code = recent.app
    left join referrers on referrers.code = recent.referrer
    order by recent.clicked_at desc, recent.id desc`.execute(db);
  return rows.map((row) => ({
    ...row,
    kind: nameOfCode(CLICK_KIND, row.kind),
    source: nameOfCode(CLICK_SOURCE, row.source),
  }));
}
