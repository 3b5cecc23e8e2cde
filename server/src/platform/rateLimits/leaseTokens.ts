import type { Pool } from 'pg';

/** A process's request to one budget: count what it has already spent, and grant more tokens. */
export interface TokenRequest {
  readonly budget: string;
  readonly quota: number;
  /** Length of its window. */
  readonly seconds: number;
  readonly spent: number;
  /** `spent` and this together are at most `quota`. */
  readonly wanted: number;
}

export interface TokenGrant {
  readonly granted: number;
  /** Tokens drawn from the budget by all processes, including this grant. */
  readonly drawn: number;
  /** Milliseconds until the window ends. */
  readonly endsIn: number;
}

const EXCHANGE = `
  insert into rate_limits as known (budget, ends_at, quota, drawn, granted)
  select budget, now() + make_interval(secs => seconds), quota, spent + wanted, wanted
  from unnest($1::text[], $2::integer[], $3::integer[], $4::integer[], $5::integer[])
    as asked (budget, quota, spent, wanted, seconds)
  order by budget
  on conflict (budget) do update set
    ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end,
    quota = excluded.quota,
    drawn = case when known.ends_at <= now() then excluded.drawn else
      known.drawn + (excluded.drawn - excluded.granted) + greatest(0, least(
        excluded.granted, excluded.quota - known.drawn - (excluded.drawn - excluded.granted))) end,
    granted = case when known.ends_at <= now() then excluded.granted else greatest(0, least(
      excluded.granted, excluded.quota - known.drawn - (excluded.drawn - excluded.granted))) end
  returning budget, granted, drawn, (extract(epoch from ends_at - now()) * 1000)::integer as ends_in`;

/**
 * Draws tokens from budgets shared by all processes, in one statement; budgets are locked in order, so
 * that processes never deadlock.
 */
export async function leaseTokens(
  pool: Pool,
  requests: readonly TokenRequest[],
): Promise<ReadonlyMap<string, TokenGrant>> {
  const { rows } = await pool.query<{
    budget: string;
    granted: number;
    drawn: number;
    ends_in: number;
  }>({
    name: 'lease tokens',
    text: EXCHANGE,
    values: [
      requests.map((request) => request.budget),
      requests.map((request) => request.quota),
      requests.map((request) => request.spent),
      requests.map((request) => request.wanted),
      requests.map((request) => request.seconds),
    ],
  });
  return new Map(
    rows.map((row) => [
      row.budget,
      { granted: row.granted, drawn: row.drawn, endsIn: row.ends_in },
    ]),
  );
}
