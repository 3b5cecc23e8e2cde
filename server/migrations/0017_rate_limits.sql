-- What all processes together have drawn from each budget in its window (ADR 9). Unlogged: a crash of
-- the database may forget it, and then budgets start anew. `budget` is a keyed hash, so that no client's
-- address stands here.
create unlogged table rate_limits (
  budget text primary key,
  ends_at timestamptz not null,
  -- Most tokens of a window.
  quota integer not null,
  drawn integer not null,
  -- Tokens that the latest exchange was granted: how its writer learns of them.
  granted integer not null
) with (fillfactor = 50);
create index rate_limits_ends on rate_limits (ends_at);
