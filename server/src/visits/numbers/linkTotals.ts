import type { LinkStats } from '@fairlead/contract/resources';
import { sql } from 'kysely';
import { CLICK_KIND } from '../clicks/facts/Click.ts';

/** A link's numbers as a query returns them; null for a link without any clicks. */
export interface Totals {
  readonly clicks: number | string | null;
  readonly previews: number | string | null;
  readonly bots: number | string | null;
  readonly opens: number | string | null;
  readonly installs: number | string | null;
  readonly returning_users: number | string | null;
  readonly attributed_clicks: number | string | null;
  readonly last_clicked_at: Date | null;
}

const isKind = (name: keyof typeof CLICK_KIND) => sql`kind = ${sql.lit(CLICK_KIND[name])}`;

/** SQL: what rows of `clicks` add up to. */
export const COUNT_KINDS = sql`
  count(*) filter (where ${isKind('click')}) as clicks,
  count(*) filter (where ${isKind('preview')}) as previews,
  count(*) filter (where ${isKind('bot')}) as bots,
  max(clicked_at) filter (where ${isKind('click')}) as last_clicked_at`;

/** SQL: for `on conflict … do update set`: adds the four numbers of an inserted row to those of the row that is there. */
export const addCounts = (table: string): string =>
  ['clicks', 'previews', 'bots', 'opens']
    .map((name) => `${name} = ${table}.${name} + excluded.${name}`)
    .join(', ');

/** SQL: the same of the last click. */
export const keepLastClick = (table: string): string =>
  `last_clicked_at = greatest(${table}.last_clicked_at, excluded.last_clicked_at)`;

/** SQL: what rows of `attribution_facts` add up to. */
export const COUNT_CREDITS = sql`
  count(*) filter (where kind = 'install') as installs,
  count(*) filter (where kind = 'returning') as returning_users,
  count(*) filter (where kind = 'click') as attributed_clicks`;

/** SQL: lifetime numbers by link; append a condition on `link_key`. */
export const LIFETIME_TOTALS = sql`
  select link_key, sum(clicks)::bigint as clicks, sum(previews)::bigint as previews,
         sum(bots)::bigint as bots, sum(opens)::bigint as opens, sum(installs)::bigint as installs,
         sum(returning_users)::bigint as returning_users,
         sum(attributed_clicks)::bigint as attributed_clicks, max(last_clicked_at) as last_clicked_at
  from link_number_parts`;

const NO_TOTALS: Totals = {
  clicks: 0,
  previews: 0,
  bots: 0,
  opens: 0,
  installs: 0,
  returning_users: 0,
  attributed_clicks: 0,
  last_clicked_at: null,
};

export function renderTotals(row: Totals = NO_TOTALS): LinkStats {
  const count = (value: number | string | null) => Number(value ?? 0);
  return {
    clicks: count(row.clicks),
    previews: count(row.previews),
    bots: count(row.bots),
    opens: count(row.opens),
    installs: count(row.installs),
    returningUsers: count(row.returning_users),
    attributedClicks: count(row.attributed_clicks),
    ...(row.last_clicked_at && { lastClickedAt: row.last_clicked_at.toISOString() }),
  };
}
