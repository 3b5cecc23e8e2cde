-- Totals that are merged from the click ledger in the background (ADR 7), and exports of links.

-- Everything below `merged` is in the totals. Everything below `sealed` that is not yet in the ledger
-- goes to late_clicks or late_opens as well, so that the merge cannot miss what commits late.
create table click_merge (
  single boolean primary key default true constraint click_merge_single check (single),
  merged uuid not null,
  sealed uuid not null,
  -- The times in these ids, for indexes that are by time.
  merged_at timestamptz not null default 'epoch',
  sealed_at timestamptz not null default 'epoch',
  -- The first UTC day whose distinct visitors are not counted yet.
  visitors_from timestamptz not null default '1970-01-01 00:00:00+00',
  constraint click_merge_order check (merged <= sealed)
);
insert into click_merge (merged, sealed)
values ('00000000-0000-7000-8000-000000000000', '00000000-0000-7000-8000-000000000000');

-- The seal as it stands once no one can move it before this transaction ends. Volatile, so the
-- select sees what was committed while the lock was waited for.
create function sealed_click_id() returns uuid language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('fairlead click seal', 0));
  return (select sealed from click_merge);
end $$;

-- For a writer that expects to be above the seal; it repeats the other way what is not.
create function require_above_seal(at timestamptz) returns void language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('fairlead click seal', 0));
  if at < (select sealed_at from click_merge) then
    raise exception using errcode = 'check_violation', message = 'Clicks came below the seal';
  end if;
end $$;

create table late_clicks (
  id uuid not null,
  clicked_at timestamptz not null,
  link_key integer not null,
  kind smallint not null,
  source smallint not null,
  device smallint,
  os smallint,
  browser smallint,
  country smallint,
  app smallint,
  referrer integer,
  visitor bigint
);
create index late_clicks_link on late_clicks (link_key);
create table late_opens (
  click_id uuid not null,
  opened_at timestamptz not null,
  link_key integer not null
);
create index late_opens_link on late_opens (link_key);

-- Lifetime clicks of people by link and word: 1 device, 2 system, 3 browser, 4 country.
-- `expired` is the part whose rows have been deleted by retention.
create table link_totals (
  link_key integer not null,
  dimension smallint not null,
  code integer not null,
  clicks bigint not null,
  expired bigint not null default 0,
  constraint link_totals_pkey primary key (link_key, dimension, code)
) with (fillfactor = 80);

-- The most common word of each dimension, ready for the export and the list of links.
create table link_tops (
  link_key integer primary key,
  device smallint,
  os smallint,
  browser smallint,
  country smallint
) with (fillfactor = 80);

-- The part of link_counters whose rows have been deleted by retention.
create table link_expired (
  link_key integer primary key,
  clicks bigint not null default 0,
  previews bigint not null default 0,
  bots bigint not null default 0,
  opens bigint not null default 0,
  last_clicked_at timestamptz
);

-- Numbers of a project by quarter of an hour, hour and UTC day (`span`, in minutes).
-- Dimension 0: code 0 opens, 1 clicks, 2 previews, 3 bots, of a quarter of an hour.
-- 1 device, 2 system, 3 browser, 4 country, 5 app, 6 referrer, 7 source: clicks of an hour and of a day.
-- 8: distinct visitors of a day. A word that is not known has code 0.
create table project_rollups (
  project_id uuid not null references projects (id) on delete cascade,
  dimension smallint not null,
  span smallint not null,
  at timestamptz not null,
  code integer not null,
  clicks bigint not null,
  constraint project_rollups_pkey primary key (project_id, dimension, span, at, code)
) with (fillfactor = 80);

-- Opens of a window of a project; rows lie in the order of their time, so a small index does.
create index opens_time on opens using brin (opened_at) with (pages_per_range = 16);

-- Clicks of a project before this moment (a UTC midnight) have been deleted by retention.
create table project_retention (
  project_id uuid primary key references projects (id) on delete cascade,
  kept_from timestamptz not null
);

create table exports (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  -- Kept when the user goes, for the list; then there is nobody to write to.
  user_id uuid references users (id) on delete set null,
  status text not null
    constraint exports_status check (status in ('pending', 'processing', 'completed', 'failed')),
  filters jsonb not null,
  row_count integer,
  bytes bigint,
  error text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  mailed_at timestamptz,
  -- The end of the last download link that was handed out; the file is deleted after it.
  links_end_at timestamptz,
  constraint exports_completed check (status <> 'completed' or row_count is not null),
  constraint exports_failed check (status <> 'failed' or error is not null)
);
create index exports_project on exports (project_id, id desc);
create index exports_links_end on exports (links_end_at) where links_end_at is not null;

-- What a search looks through, so that a hundred thousand links answer in one pass.
alter table links add column search_text text not null generated always as (
  lower(coalesce(name, '') || E'\n' || slug || E'\n' || coalesce(external_id, '') || E'\n'
    || coalesce(fallback_url, '') || E'\n' || coalesce(ios_url, '') || E'\n'
    || coalesce(android_url, '') || E'\n' || coalesce(ios_fallback_url, '') || E'\n'
    || coalesce(android_fallback_url, ''))
) stored;

-- A cell of a CSV file (RFC 4180); one that a spreadsheet would run as a formula begins with an
-- apostrophe. A single expression, so that it is put into the query that uses it.
create function csv_cell(value text) returns text language sql immutable parallel safe
return case
  when value ~ E'^[-=+@\t\r\uFF1D\uFF0B\uFF0D\uFF20]' then '"''' || replace(value, '"', '""') || '"'
  when value ~ E'[",\r\n]' then '"' || replace(value, '"', '""') || '"'
  else value
end;
