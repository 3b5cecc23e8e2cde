-- The 30-second step of the last authenticator code that was accepted: a code of it or of an older step is
-- refused, so that each is good once.
alter table two_factors add column last_step bigint;

-- The refresh credential is replaced at each use. The one before is kept for a moment, for tabs that refresh at
-- the same time. All credentials of a session begin with its first, up to a `~`: by that an old one is known.
alter table dashboard_sessions add column previous_token text;
alter table dashboard_sessions add column rotated_at timestamptz;
create unique index dashboard_sessions_family on dashboard_sessions (split_part(token, '~', 1));
