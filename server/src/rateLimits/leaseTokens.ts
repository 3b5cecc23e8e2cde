import type { Pool } from 'pg';

/** What a process asks of one budget: to count what it has spent already, and so many tokens more. */
export interface TokenRequest {
  readonly budget: string;
  readonly quota: number;
  /** Length of its window. */
  readonly seconds: number;
  readonly spent: number;
  /** `spent` and this together are `quota` at most. */
  readonly wanted: number;
}

export interface TokenGrant {
  readonly granted: number;
  /** Drawn from the budget by all processes, this grant included. */
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
 * Draws tokens from budgets that all processes share, in one statement; budgets are locked in order, so
 * that processes never wait for each other in a circle.
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
      requests.map((each) => each.budget),
      requests.map((each) => each.quota),
      requests.map((each) => each.spent),
      requests.map((each) => each.wanted),
      requests.map((each) => each.seconds),
    ],
  });
  return new Map(
    rows.map((row) => [
      row.budget,
      { granted: row.granted, drawn: row.drawn, endsIn: row.ends_in },
    ]),
  );
}
