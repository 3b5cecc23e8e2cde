import type { LinkStats } from '@fairlead/contract/resources';

/** Numbers of a link as a query answers them; null for a link that nothing has happened to. */
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

export function renderTotals(row: Totals | undefined): LinkStats {
  return {
    clicks: Number(row?.clicks ?? 0),
    previews: Number(row?.previews ?? 0),
    bots: Number(row?.bots ?? 0),
    opens: Number(row?.opens ?? 0),
    installs: Number(row?.installs ?? 0),
    returningUsers: Number(row?.returning_users ?? 0),
    attributedClicks: Number(row?.attributed_clicks ?? 0),
    ...(row?.last_clicked_at && { lastClickedAt: row.last_clicked_at.toISOString() }),
  };
}
