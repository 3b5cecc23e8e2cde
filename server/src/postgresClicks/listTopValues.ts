import { sql } from 'kysely';
import type { LinkTopValues } from '../clicks/ClickStore.ts';
import type { Db } from '../db/Db.ts';
import { lowestIdAt } from '../lib/uuid.ts';
import type { Link } from '../links/Link.ts';
import { linkDimensionValues, topValues } from './dimensions.ts';
import { timeLiteral } from './timeLiteral.ts';
import type { TimeRange } from '../lib/timeRange.ts';

const NONE: LinkTopValues = { device: null, os: null, browser: null, country: null };

/**
 * The words that the export would write for a page of links, in their order: the whole life from what is kept ready,
 * a window from the links' rows.
 */
export async function listTopValues(
  db: Db,
  links: readonly Pick<Link, 'key'>[],
  window: TimeRange,
): Promise<LinkTopValues[]> {
  if (links.length === 0) return [];
  const ofLinks = `link_key = any('{${links.map(({ key }) => key).join(',')}}'::bigint[])`;
  const relation =
    window.from || window.to ? topValuesOfRange(ofLinks, window) : topValuesOfLifetime(ofLinks);
  const { rows } = await sql<LinkTopValues & { readonly link_key: number }>`
    with ${sql.raw(relation)}
    select link_key, device.term as device, os.term as os, browser.term as browser,
           country.term as country
    from top_values
      left join click_terms as device on device.code = top_values.device
      left join click_terms as os on os.code = top_values.os
      left join click_terms as browser on browser.code = top_values.browser
      left join click_terms as country on country.code = top_values.country`.execute(db);
  const found = new Map(rows.map(({ link_key, ...values }) => [link_key, values]));
  return links.map(({ key }) => found.get(key) ?? NONE);
}

/** SQL: the relation `top_values`, which is kept ready. */
function topValuesOfLifetime(ofLinks: string): string {
  return `top_values as (
      select link_key, device, os, browser, country from link_tops where ${ofLinks}
    )`;
}

/** SQL: the same from the rows of the window; a range of ids leaves other months untouched. */
function topValuesOfRange(ofLinks: string, { from, to }: TimeRange): string {
  const conditions = [
    ofLinks,
    ...(from
      ? [`id >= '${lowestIdAt(from.getTime())}'`, `clicked_at >= ${timeLiteral(from)}`]
      : []),
    ...(to ? [`id < '${lowestIdAt(to.getTime())}'`, `clicked_at < ${timeLiteral(to)}`] : []),
  ];
  const rows = `(select * from clicks where ${conditions.join(' and ')})`;
  return `dimension_values as (${linkDimensionValues(rows)}), top_values as (${topValues('dimension_values')})`;
}
