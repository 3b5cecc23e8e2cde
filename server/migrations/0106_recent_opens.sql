-- The last open of each installation, for the seconds in which an app may resolve one visit twice (DECISIONS 14).
-- Worth nothing after a crash, so it is spared the write-ahead log; free space keeps updates in the page.
create unlogged table recent_opens (
  installation_id uuid constraint recent_opens_pkey primary key,
  click_id uuid not null,
  link_key integer not null,
  query_hash bigint not null,
  opened_at timestamptz not null
) with (fillfactor = 70);
