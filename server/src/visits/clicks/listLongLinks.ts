import type { Reading } from '../numbers/openNumbers.ts';

export interface LongLinkNumbers {
  readonly host: string;
  readonly campaign: string;
  readonly clicks: number;
  readonly lastClickedAt: Date | null;
}

const MOST = 200;

/** Clicks on a domain's long links by destination host and campaign, most clicked first. */
export async function listLongLinks(
  { db }: Pick<Reading, 'db'>,
  domainId: string,
): Promise<LongLinkNumbers[]> {
  const rows = await db
    .selectFrom('long_links')
    .innerJoin('links', 'links.id', 'long_links.link_id')
    .leftJoin('link_counters as counter', 'counter.link_key', 'links.key')
    .select(['long_links.host', 'long_links.campaign', 'counter.last_clicked_at'])
    .select((any) => any.fn.coalesce('counter.clicks', any.lit(0)).as('clicks'))
    .where('long_links.domain_id', '=', domainId)
    .orderBy('clicks', 'desc')
    .orderBy('long_links.host')
    .orderBy('long_links.campaign')
    .limit(MOST)
    .execute();
  return rows.map(({ host, campaign, clicks, last_clicked_at }) => ({
    host,
    campaign,
    clicks,
    lastClickedAt: last_clicked_at,
  }));
}
