-- Abandoned sessions are looked for by their time. The condition of this index must not follow from `state = 'active'`:
-- while there were few sessions, the planner took it to find the active session of one installation, and went on reading
-- all active ones with the prepared statement when there were many.
create index sessions_open_since on sessions (started_at) where state = 'active' and ended_at is null;
drop index sessions_active_since;
