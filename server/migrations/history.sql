-- migration 0001_core.sql
-- Projects, domains, application keys, links and the click ledger.
-- Keys that leave the service are uuid v7 made by the server; `links.key` is the compact
-- number that the ledger stores instead of a uuid.

create table projects (
  id uuid primary key,
  name text not null constraint projects_name_length check (char_length(name) between 1 and 255),
  plan text not null,
  default_url text,
  require_installation boolean not null default false,
  probabilistic_matching boolean not null default true,
  matching_window_minutes integer not null default 60
    constraint projects_matching_window check (matching_window_minutes between 5 and 1440),
  ios_team_id text,
  ios_bundle_id text,
  ios_scheme text,
  ios_store_id text,
  android_package text,
  android_sha256_fingerprints text[] not null default '{}',
  android_scheme text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index projects_ios_scheme on projects (ios_scheme) where ios_scheme is not null;
create index projects_android_scheme on projects (android_scheme) where android_scheme is not null;

create table domains (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  host text not null constraint domains_host_lower_case check (host = lower(host)),
  verification_token text not null,
  verified_at timestamptz,
  is_primary boolean not null default false,
  created_at timestamptz not null default now(),
  constraint domains_project_host unique (project_id, host)
);
-- Two projects may claim a host; only one can have proved it.
create unique index domains_verified_host on domains (host) where verified_at is not null;
create unique index domains_primary on domains (project_id) where is_primary;

create table app_keys (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  name text not null,
  class text not null constraint app_keys_class check (class in ('publishable', 'secret')),
  prefix text not null,
  hash bytea not null constraint app_keys_hash unique,
  created_at timestamptz not null default now(),
  -- End of the grace period of a rotated key, or the moment of revocation.
  expires_at timestamptz
);
create index app_keys_project on app_keys (project_id);

create table links (
  id uuid primary key,
  key integer generated always as identity constraint links_key unique,
  project_id uuid not null references projects (id) on delete cascade,
  domain_id uuid not null references domains (id),
  type text not null constraint links_type check (type in ('unified', 'dynamic')),
  slug text not null,
  name text,
  external_id text,
  fallback_url text,
  ios_url text,
  android_url text,
  ios_fallback_url text,
  android_fallback_url text,
  parameters jsonb,
  metadata jsonb,
  allow_query_passthrough boolean not null default false,
  -- Null: the project's iOS configuration decides (Spec: Link behavior flags).
  ios_social_breakout boolean,
  ios_browser_auto_open boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A deleted link keeps its row for the clicks that name it; its slug and externalId are free again.
  deleted_at timestamptz
);
create unique index links_slug on links (project_id, slug) where deleted_at is null;
create unique index links_external_id on links (project_id, external_id)
  where deleted_at is null and external_id is not null;
create index links_created on links (project_id, created_at desc, id desc) where deleted_at is null;
create index links_domain on links (domain_id);

-- Words that clicks share, stored once and named by number.
create table click_terms (
  code smallint generated always as identity primary key,
  dimension text not null,
  term text not null,
  constraint click_terms_term unique (dimension, term)
);
create table referrers (
  code integer generated always as identity primary key,
  host text not null constraint referrers_host unique
);

-- One row a visit, never changed. `id` is a uuid v7 made before the write, so a repeated batch adds
-- nothing; its first 48 bits are `clicked_at` in milliseconds, so month partitions are ranges of ids.
create table clicks (
  id uuid not null,
  clicked_at timestamptz not null,
  link_key integer not null,
  -- 1 a person's click, 2 a crawler's preview, 3 a bot or prefetch.
  kind smallint not null,
  -- 0 link, 1 QR code, 2 resolve by the app.
  source smallint not null,
  device smallint,
  os smallint,
  browser smallint,
  country smallint,
  -- The in-app webview or the crawler, by name.
  app smallint,
  referrer integer,
  -- Keyed hash of address and user agent that changes every day.
  visitor bigint,
  constraint clicks_pkey primary key (id)
) partition by range (id);
create index clicks_link_time on clicks (link_key, clicked_at);
create table clicks_default partition of clicks default;

-- A click that opened the app: counted once however often it is reported.
create table opens (
  click_id uuid not null,
  opened_at timestamptz not null,
  link_key integer not null,
  installation_id uuid,
  constraint opens_pkey primary key (click_id)
) partition by range (click_id);
create index opens_link_time on opens (link_key, opened_at);
create table opens_default partition of opens default;

-- Lifetime totals, moved in the transaction of the rows they count. Free space keeps updates in the page.
create table link_counters (
  link_key integer primary key,
  clicks bigint not null default 0,
  previews bigint not null default 0,
  bots bigint not null default 0,
  opens bigint not null default 0,
  installs bigint not null default 0,
  returning_users bigint not null default 0,
  attributed_clicks bigint not null default 0,
  last_clicked_at timestamptz
) with (fillfactor = 70);

-- Every process hears of every change of what it caches (channel `fairlead_changes`).
-- Payloads: `project <id>`, `domain <host>`, `key <hash>`, `link <project> <slug>`, `links <project>`.
create function announce_project() returns trigger language plpgsql as $$
begin
  perform pg_notify('fairlead_changes', 'project ' || coalesce(new.id, old.id));
  return null;
end $$;
create trigger projects_changed after insert or update or delete on projects
  for each row execute function announce_project();

create function announce_domain() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform pg_notify('fairlead_changes', 'domain ' || old.host);
    perform pg_notify('fairlead_changes', 'project ' || old.project_id);
  end if;
  if tg_op <> 'DELETE' then
    perform pg_notify('fairlead_changes', 'domain ' || new.host);
    perform pg_notify('fairlead_changes', 'project ' || new.project_id);
  end if;
  return null;
end $$;
create trigger domains_changed after insert or update or delete on domains
  for each row execute function announce_domain();

create function announce_key() returns trigger language plpgsql as $$
begin
  perform pg_notify('fairlead_changes', 'key ' || encode(coalesce(new.hash, old.hash), 'hex'));
  return null;
end $$;
create trigger app_keys_changed after insert or update or delete on app_keys
  for each row execute function announce_key();

-- Per statement: a bulk write announces its projects instead of ten thousand slugs.
create function announce_links() returns trigger language plpgsql as $$
begin
  if (select count(*) from changed) > 50 then
    perform pg_notify('fairlead_changes', 'links ' || project_id)
      from (select distinct project_id from changed) as projects;
  else
    perform pg_notify('fairlead_changes', 'link ' || project_id || ' ' || slug) from changed;
  end if;
  return null;
end $$;
create trigger links_inserted after insert on links referencing new table as changed
  for each statement execute function announce_links();
create trigger links_updated after update on links referencing new table as changed
  for each statement execute function announce_links();
create trigger links_deleted after delete on links referencing old table as changed
  for each statement execute function announce_links();
-- migration 0002_accounts.sql
-- People of the dashboard, their sessions and their part in projects. The first five tables are
-- better-auth's models under our names (ADR 5): its columns may be renamed here, not left out.

create table users (
  id uuid primary key,
  name text not null constraint users_name_length check (char_length(name) between 1 and 255),
  -- Lower case is made by the server; ASCII alone is checked, so that no collation has a say.
  email text not null
    constraint users_email unique
    constraint users_email_lower_case check (email !~ '[A-Z[:space:]]'),
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- `token` is the refresh credential; it leaves the service only inside a signed cookie.
create table dashboard_sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null constraint dashboard_sessions_token unique,
  expires_at timestamptz not null,
  address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index dashboard_sessions_user on dashboard_sessions (user_id);
create index dashboard_sessions_expiry on dashboard_sessions (expires_at);

-- A way to sign in: a password (provider `credential`, account_id = the user's id) or an identity elsewhere.
create table user_accounts (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint user_accounts_identity unique (provider_id, account_id)
);
create index user_accounts_user on user_accounts (user_id);

-- Short-lived secrets: password resets, second-factor challenges, states of foreign sign-ins.
create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);
create index verifications_expiry on verifications (expires_at);

-- `secret` and `backup_codes` are encrypted with a key derived from SECRET.
create table two_factors (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);
create index two_factors_user on two_factors (user_id);

create table project_members (
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null constraint project_members_role check (role in ('owner', 'admin', 'viewer')),
  created_at timestamptz not null default now(),
  constraint project_members_pkey primary key (project_id, user_id)
);
create unique index project_members_owner on project_members (project_id) where role = 'owner';
create index project_members_user on project_members (user_id);
-- migration 0010_installations.sql
-- Installations of apps, their SDK sessions, and who was active in a month.

create table installations (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  -- The app's own identifier, matched exactly as sent: iOS sends upper-case uuids.
  client_id text not null,
  device_id text,
  -- Survives a reinstallation; the same value under a new client_id is a reinstall (DECISIONS 14).
  persistent_device_id text,
  device_model text,
  device_manufacturer text,
  os_name text,
  os_version text,
  app_version text,
  app_build text,
  language text,
  timezone text,
  network_type text,
  device_orientation text,
  battery_level double precision
    constraint installations_battery_level check (battery_level between 0 and 1),
  is_charging boolean,
  metadata jsonb,
  client_type text,
  client_version text,
  client_platform text,
  -- The installation of the same device before this one; set when this one was first seen.
  previous_id uuid references installations (id) on delete set null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  constraint installations_client_id unique (project_id, client_id)
) with (fillfactor = 80);
create index installations_device on installations (project_id, device_id)
  where device_id is not null;
create index installations_persistent_device
  on installations (project_id, persistent_device_id, first_seen_at desc)
  where persistent_device_id is not null;
create index installations_previous on installations (previous_id) where previous_id is not null;

-- An erased installation is believed nowhere any longer (payload `installations <project>`).
create function announce_installations() returns trigger language plpgsql as $$
begin
  perform pg_notify('fairlead_changes', 'installations ' || project_id)
    from (select distinct project_id from changed) as projects;
  return null;
end $$;
create trigger installations_deleted after delete on installations
  referencing old table as changed
  for each statement execute function announce_installations();

create table sessions (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  installation_id uuid not null references installations (id) on delete cascade,
  state text not null constraint sessions_state check (state in ('active', 'ended', 'abandoned')),
  started_at timestamptz not null,
  -- An abandoned session has no duration (DECISIONS 12).
  ended_at timestamptz,
  network_type text,
  device_orientation text,
  battery_level double precision
    constraint sessions_battery_level check (battery_level between 0 and 1),
  is_charging boolean,
  metadata jsonb,
  constraint sessions_ended_at check ((state = 'ended') = (ended_at is not null))
) with (fillfactor = 80);
-- One active session an installation, whatever is started at the same moment.
create unique index sessions_active on sessions (installation_id) where state = 'active';
create index sessions_installation on sessions (installation_id, started_at desc);
create index sessions_project on sessions (project_id, started_at);
create index sessions_active_since on sessions (started_at) where state = 'active';

-- One row a project, month and device; reinstallations of a device are one device.
-- `device_key` is a hash, so a row tells nobody who it was.
create table active_users (
  project_id uuid not null references projects (id) on delete cascade,
  month date not null constraint active_users_month check (extract(day from month) = 1),
  device_key text not null,
  constraint active_users_pkey primary key (project_id, month, device_key)
);
-- migration 0015_link_counts.sql
-- Live links of every project, counted in the transaction that changes them. A project's count is
-- the sum of its slots: a connection has its own, so creations of one project do not wait for each other.
create table link_counts (
  project_id uuid not null references projects (id) on delete cascade,
  slot smallint not null,
  links integer not null,
  constraint link_counts_pkey primary key (project_id, slot)
) with (fillfactor = 50);

insert into link_counts (project_id, slot, links)
  select project_id, 0, count(*) from links where deleted_at is null group by project_id;

create function add_link_counts(project uuid, difference bigint) returns void language sql as $$
  -- A project that is being deleted takes its links along, and needs no count any more.
  insert into link_counts (project_id, slot, links)
    select project, pg_backend_pid() % 16, difference
    where difference <> 0 and exists (select from projects where id = project)
  on conflict (project_id, slot) do update set links = link_counts.links + excluded.links
$$;

create function count_inserted_links() returns trigger language plpgsql as $$
begin
  perform add_link_counts(project_id, count(*)) from made where deleted_at is null
    group by project_id order by project_id;
  return null;
end $$;
create trigger links_counted_in after insert on links referencing new table as made
  for each statement execute function count_inserted_links();

create function count_updated_links() returns trigger language plpgsql as $$
begin
  perform add_link_counts(project_id, sum(difference)::bigint)
    from (
      select project_id, 1 as difference from later where deleted_at is null
      union all
      select project_id, -1 from earlier where deleted_at is null
    ) as changes
    group by project_id having sum(difference) <> 0 order by project_id;
  return null;
end $$;
create trigger links_counted_anew
  after update on links referencing old table as earlier new table as later
  for each statement execute function count_updated_links();

create function count_deleted_links() returns trigger language plpgsql as $$
begin
  perform add_link_counts(project_id, -count(*)) from gone where deleted_at is null
    group by project_id order by project_id;
  return null;
end $$;
create trigger links_counted_out after delete on links referencing old table as gone
  for each statement execute function count_deleted_links();

-- migration 0016_usage_warnings.sql
-- Which warnings of a month have been sent, so that each is sent once (DECISIONS 7).
create table usage_warnings (
  project_id uuid not null references projects (id) on delete cascade,
  month date not null constraint usage_warnings_month check (extract(day from month) = 1),
  limit_name text not null,
  percent smallint not null constraint usage_warnings_percent check (percent in (80, 100)),
  sent_at timestamptz not null default now(),
  constraint usage_warnings_pkey primary key (project_id, month, limit_name, percent)
);
-- migration 0017_rate_limits.sql
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
-- migration 0030_attribution.sql
-- Attribution: what a click leaves for a moment so that an install can be matched to it, what was
-- matched, and the receipt that explains it (ADR 8).

-- Random keys of the hashes that stand for addresses, one a UTC day, sealed with a key derived from
-- SECRET. A row is deleted as soon as no window needs it; then its hashes tell nobody anything.
create table day_keys (
  day date primary key,
  sealed_key bytea not null
);

-- What a person's phone said when it clicked; deleted when the project's window has passed.
create table click_signals (
  click_id uuid constraint click_signals_pkey primary key,
  project_id uuid not null,
  link_key integer not null,
  clicked_at timestamptz not null,
  -- Keyed hash of project and address.
  address_hash bigint not null,
  -- Null: a Mac or an iPad, until the page has counted its touch points.
  os text constraint click_signals_os check (os in ('ios', 'android')),
  os_major smallint,
  model text,
  screen text,
  time_zone text,
  language text,
  -- The click opened the app or was credited: it is no candidate any longer.
  used boolean not null default false
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05);
create index click_signals_address on click_signals (address_hash, clicked_at);

-- Parameters that a visit forwards to the app, kept as long as a store remembers the click.
create table click_queries (
  click_id uuid constraint click_queries_pkey primary key,
  query text not null
);

-- What a link is credited with: `install` and `returning` at the moment of the first open or open, and
-- `click`, the click that brought either, at its own moment. The primary key is the single-use rule:
-- a click is credited once, whatever is matched at the same moment.
create table attribution_facts (
  click_id uuid not null,
  kind text not null
    constraint attribution_facts_kind check (kind in ('click', 'install', 'returning')),
  link_key integer not null,
  at timestamptz not null,
  project_id uuid not null references projects (id) on delete cascade,
  -- Null: unknown, or erased.
  installation_id uuid references installations (id) on delete set null,
  constraint attribution_facts_pkey primary key (click_id, kind)
);
create index attribution_facts_link_time on attribution_facts (link_key, at);
create index attribution_facts_project on attribution_facts (project_id, at);
-- An installation is installed once, whatever it is matched to later.
create unique index attribution_facts_installation on attribution_facts (installation_id)
  where kind = 'install';
create index attribution_facts_installation_any on attribution_facts (installation_id)
  where installation_id is not null;

-- How a first open was matched, or why not.
create table attribution_receipts (
  id uuid constraint attribution_receipts_pkey primary key,
  project_id uuid not null references projects (id) on delete cascade,
  installation_id uuid references installations (id) on delete cascade
    constraint attribution_receipts_installation unique,
  created_at timestamptz not null,
  match_type text
    constraint attribution_receipts_match_type check (match_type in ('deterministic', 'fingerprint')),
  reason text not null,
  click_id uuid constraint attribution_receipts_click unique,
  link_key integer,
  -- Methods, candidates and signals as `Receipt` says.
  details jsonb not null,
  constraint attribution_receipts_matched
    check ((match_type is null) = (click_id is null) and (click_id is null) = (link_key is null))
);
create index attribution_receipts_project on attribution_receipts (project_id, created_at desc);
create index attribution_receipts_created on attribution_receipts (created_at);
-- migration 0040_analytics.sql
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
-- migration 0041_live_counters.sql
-- Lifetime numbers of links, exact at once: what is merged and the rows that are not.

-- Sessions of apps: `seconds` is null while one runs and when it was abandoned.
create view session_lengths as
select project_id, started_at as at,
       extract(epoch from ended_at - started_at)::double precision as seconds
from sessions;

-- Facts are counted where they lie; their totals were never moved.
alter table link_counters
  drop column installs, drop column returning_users, drop column attributed_clicks;

-- What a link's lifetime numbers are summed from. One statement reads it on one snapshot, so nothing is
-- counted twice or left out. The times beside the ids serve the index by link and time; an open can be
-- stamped by another clock than its click. Types are alike in all parts, so that conditions on
-- link_key reach the tables' indexes.
create view link_number_parts as
select link_key, clicks, previews, bots, opens, 0::bigint as installs, 0::bigint as returning_users,
       0::bigint as attributed_clicks, last_clicked_at
from link_counters
union all
select link_key, (kind = 1)::integer::bigint, (kind = 2)::integer::bigint, (kind = 3)::integer::bigint,
       0::bigint, 0::bigint, 0::bigint, 0::bigint, case when kind = 1 then clicked_at end
from clicks
where id >= (select merged from click_merge) and clicked_at >= (select merged_at from click_merge)
union all
select link_key, (kind = 1)::integer::bigint, (kind = 2)::integer::bigint, (kind = 3)::integer::bigint,
       0::bigint, 0::bigint, 0::bigint, 0::bigint, case when kind = 1 then clicked_at end
from late_clicks where id < (select merged from click_merge)
union all
select link_key, 0::bigint, 0::bigint, 0::bigint, 1::bigint, 0::bigint, 0::bigint, 0::bigint,
       null::timestamptz
from opens
where click_id >= (select merged from click_merge)
  and opened_at >= (select merged_at - interval '1 hour' from click_merge)
union all
select link_key, 0::bigint, 0::bigint, 0::bigint, 1::bigint, 0::bigint, 0::bigint, 0::bigint,
       null::timestamptz
from late_opens where click_id < (select merged from click_merge)
union all
select link_key, 0::bigint, 0::bigint, 0::bigint, 0::bigint, (kind = 'install')::integer::bigint,
       (kind = 'returning')::integer::bigint, (kind = 'click')::integer::bigint, null::timestamptz
from attribution_facts;
-- migration 0050_dashboard.sql
-- What the dashboard adds: invitations, the audit log, domain checks and the search for installations.

-- `token_hash` is the SHA-256 of the token in the mail. An accepted or revoked invitation has no row.
create table invitations (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  email text not null,
  role text not null constraint invitations_role check (role in ('admin', 'viewer')),
  token_hash bytea not null constraint invitations_token unique,
  invited_by uuid references users (id) on delete set null,
  invited_by_name text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint invitations_project_email unique (project_id, email)
);
create index invitations_inviter on invitations (invited_by);

-- Written in the transaction of the change it tells of. Names are kept as they were; the person's row may go.
create table audit_entries (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  at timestamptz not null default now(),
  actor_kind text not null constraint audit_entries_actor check (actor_kind in ('user', 'operator', 'system')),
  actor_id uuid,
  actor_name text not null,
  action text not null,
  target_kind text not null,
  target_id text,
  target_name text not null,
  details jsonb not null default '{}'
);
create index audit_entries_project on audit_entries (project_id, id desc);

-- What the last look at the DNS saw: `{proof, traffic, problem}`; null before the first.
alter table domains add column checked_at timestamptz;
alter table domains add column check_result jsonb;
-- The background check takes the domain that has waited longest.
create index domains_unchecked on domains (checked_at nulls first);

-- A removed domain keeps its row for the deleted links that name it; adding it again revives the row.
alter table domains add column removed_at timestamptz;

-- The list of installations, newest first, and the search for those of a user.
create index installations_project on installations (project_id, id desc);
create index installations_user on installations (project_id, (metadata ->> 'userId'))
  where metadata ->> 'userId' is not null;
-- migration 0055_ready_numbers.sql
-- What makes a dashboard's questions answer from few rows (ADR 7): times of projects in one row a time,
-- words by month, previews by crawler, and the closed days of links that are clicked a lot.

-- Which project a click's link belongs to, without a visit to the wide row of the link.
alter table links drop constraint links_key;
alter table links add constraint links_key unique (key) include (project_id);

-- The last, unfinished range of a month is never summarised: small ranges keep it small.
drop index opens_time;
create index opens_time on opens using brin (opened_at) with (pages_per_range = 2);

-- Facts of a project by time; `span` is 15, 30 or 60 minutes: a question takes the longest that its
-- hours and days can be made of.
create table project_times (
  project_id uuid not null references projects (id) on delete cascade,
  span smallint not null,
  at timestamptz not null,
  opens bigint not null default 0,
  clicks bigint not null default 0,
  previews bigint not null default 0,
  bots bigint not null default 0,
  constraint project_times_pkey primary key (project_id, span, at)
) with (fillfactor = 80);

insert into project_times (project_id, span, at, opens, clicks, previews, bots)
select project_id, spans.span, date_bin(make_interval(mins => spans.span), at, 'epoch'),
       coalesce(sum(clicks) filter (where code = 0), 0), coalesce(sum(clicks) filter (where code = 1), 0),
       coalesce(sum(clicks) filter (where code = 2), 0), coalesce(sum(clicks) filter (where code = 3), 0)
from project_rollups cross join (values (15), (30), (60)) as spans (span)
where dimension = 0
group by 1, 2, 3
order by 1, 2, 3;
delete from project_rollups where dimension = 0;

-- From here on `span` of words is 60 (an hour), 1440 (a UTC day) or 0 (a UTC month).
insert into project_rollups (project_id, dimension, span, at, code, clicks)
select project_id, dimension, 0, date_trunc('month', at, 'UTC'), code, sum(clicks)
from project_rollups where span = 1440 and dimension between 1 and 7
group by 1, 2, 4, 5
order by 1, 2, 4, 5;

-- 9: previews by the crawler that fetched them. Those of before have to be counted once.
insert into project_rollups (project_id, dimension, span, at, code, clicks)
select project_id, 9, span, at, code, count(*)
from (
  select links.project_id, coalesce(app, 0) as code, spans.span,
         date_trunc(spans.unit, clicked_at, 'UTC') as at
  from clicks join links on links.key = clicks.link_key
    cross join (values (60, 'hour'), (1440, 'day'), (0, 'month')) as spans (span, unit)
  where kind = 2 and clicks.id < (select merged from click_merge)
    and not exists (select from late_clicks where late_clicks.id = clicks.id)
) as previewed
group by 1, 3, 4, 5
order by 1, 3, 4, 5;

-- Links whose closed days are kept in link_days, all of them since the first.
create table busy_links (
  link_key integer primary key
);

-- A UTC day of a busy link, counted from its rows when the day is over, and anew when some come late.
-- `slots` are quarters of the day times four plus the kind (0 opens); `words` are dimensions times
-- 2^32 plus the code; each with its count at the same place.
create table link_days (
  link_key integer not null,
  day timestamptz not null,
  visitors integer not null,
  slots smallint[] not null,
  slot_counts integer[] not null,
  words bigint[] not null,
  word_counts integer[] not null,
  constraint link_days_pkey primary key (link_key, day)
);
-- migration 0060_billing.sql
-- What the payment provider has told of the subscription that pays for a project's plan.

-- One row a project: the newest subscription. `status` is Stripe's word. `plan` is what the price buys,
-- null where the catalogue does not know the price. `event_at` and `event_type` tell which event wrote
-- the row, so that an older one that comes later is known as such.
create table subscriptions (
  project_id uuid primary key references projects (id) on delete cascade,
  customer_id text not null,
  subscription_id text not null,
  item_id text,
  plan text,
  billing_period text constraint subscriptions_period check (billing_period in ('monthly', 'yearly')),
  status text not null,
  period_end timestamptz,
  ends_at timestamptz,
  event_at timestamptz not null,
  event_type text not null
);

-- Ids of events that have been taken; one that comes again changes nothing.
create table billing_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now()
);
create index billing_events_received on billing_events (received_at);
-- migration 0061_click_retention.sql
-- A project may keep its clicks for a shorter time than its plan does; null: as long as the plan.
alter table projects add column click_retention_days integer
  constraint projects_click_retention check (click_retention_days >= 1);
-- migration 0062_invitation_mail.sql
-- Whether the invitation went to its address by mail. Where it did not, its link was shown to who invited, so
-- that it proves no address.
alter table invitations add column mailed boolean not null default true;
-- migration 0080_link_receipts.sql
-- The receipts of one link, newest first, without reading those of the rest of its project.
create index attribution_receipts_link on attribution_receipts (link_key, created_at, id)
  where link_key is not null;
-- migration 0081_cells.sql
-- A cell of a CSV file (RFC 4180). What a spreadsheet would run as a formula begins with an apostrophe: at the
-- start, and after whatever somebody may tell it to separate by, since with another separator than the comma
-- its quotes hold nothing together. A single expression, so that it is put into the query that uses it.
create or replace function csv_cell(value text) returns text language sql immutable parallel safe
return case
  when value ~ E'^( *[-=+@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r])' then '"''' || replace(
    regexp_replace(value, E'([;|\t\r\n][ "]*)(?=[-=+@\uFF1D\uFF0B\uFF0D\uFF20])', E'\\1''', 'g'), '"', '""') || '"'
  when value ~ E'[",;|\t\r\n]' then '"' || replace(
    regexp_replace(value, E'([;|\t\r\n][ "]*)(?=[-=+@\uFF1D\uFF0B\uFF0D\uFF20])', E'\\1''', 'g'), '"', '""') || '"'
  else value
end;
-- migration 0082_gone_links.sql
-- Links of deleted projects, remembered until their clicks are deleted too: those name links by number only.
create table gone_links (
  link_key integer constraint gone_links_pkey primary key,
  gone_at timestamptz not null default now()
);
insert into gone_links (link_key)
  select distinct link_key from clicks
  where not exists (select from links where links.key = clicks.link_key);
-- migration 0084_exports_outlive_projects.sql
-- A row of an export stays until its file is deleted, also when its project has gone meanwhile: nobody else knows
-- where the file lies.
alter table exports drop constraint exports_project_id_fkey;
-- migration 0085_closed_days_anew.sql
-- The days of busy links had the last half second of a quarter of an hour in the next one. They are counted anew
-- as their links are clicked; until then the rows answer.
delete from link_days;
delete from busy_links;
-- migration 0090_masked_session_addresses.sql
-- Sessions keep the neighbourhood of the address they were opened from; older ones have the whole address.
update dashboard_sessions set address = null;
-- migration 0105_delivered_clicks.sql
-- A click whose link a first open was given. The primary key is the rule that a click matches once, also for a
-- first open that names no installation and so credits nothing. Kept as long as a click can be named.
create table delivered_clicks (
  click_id uuid constraint delivered_clicks_pkey primary key
);
-- migration 0106_recent_opens.sql
-- The last open of each installation, for the seconds in which an app may resolve one visit twice (DECISIONS 14).
-- Worth nothing after a crash, so it is spared the write-ahead log; free space keeps updates in the page.
create unlogged table recent_opens (
  installation_id uuid constraint recent_opens_pkey primary key,
  click_id uuid not null,
  link_key integer not null,
  query_hash bigint not null,
  opened_at timestamptz not null
) with (fillfactor = 70);
-- migration 0110_account_guards.sql
-- The 30-second step of the last authenticator code that was accepted: a code of it or of an older step is
-- refused, so that each is good once.
alter table two_factors add column last_step bigint;

-- The refresh credential is replaced at each use. The one before is kept for a moment, for tabs that refresh at
-- the same time. All credentials of a session begin with its first, up to a `~`: by that an old one is known.
alter table dashboard_sessions add column previous_token text;
alter table dashboard_sessions add column rotated_at timestamptz;
create unique index dashboard_sessions_family on dashboard_sessions (split_part(token, '~', 1));
-- migration 0115_referrers_by_project.sql
-- A referrer host belongs to the project whose visitor brought it, so that one project cannot use up what all
-- share. Hosts from before (no project) stay: everybody's numbers name them by code, and they are used further.
-- No foreign key: a click may bring a host while its project is being deleted; the nightly job removes those.
alter table referrers
  add column project_id uuid,
  add column added_on date not null default (now() at time zone 'UTC')::date,
  add column seen_on date not null default (now() at time zone 'UTC')::date;

-- Host first: a release from before this one still asks by host alone.
create unique index referrers_host_project on referrers (host, project_id) nulls not distinct;
alter table referrers drop constraint referrers_host;
create index referrers_added on referrers (project_id, added_on) where project_id is not null;
create index referrers_seen on referrers (seen_on);

-- Stands for every further host of a project that has brought more new ones than a day may.
insert into referrers (host) values ('(other)') on conflict do nothing;
-- migration 0116_exports_kept.sql
-- The end of an export's last link is written once, when it finishes: it can be read until seven days before, and
-- no read moves it any more. Links of before have been counted from the last read; these exports get as long again.
update exports set links_end_at = links_end_at + interval '7 days' where status = 'completed';
-- migration 0117_count_anew.sql
-- Counters of the time before clicks were merged (0040) were moved with each click. Where nothing has been merged
-- yet, they are those alone, and the first merge counts the same clicks again: they go.
delete from link_counters
where (select merged from click_merge) = '00000000-0000-7000-8000-000000000000';

-- Where they have been merged already, the two cannot be told apart any more, and the totals are counted anew once.
-- It shows in when the migrations were applied: one after the other for a database that began with the merge.
alter table click_merge add column rebuild_needed boolean not null default false;
update click_merge set rebuild_needed = true
where merged > '00000000-0000-7000-8000-000000000000'
  and (select max(applied_at) - min(applied_at) > interval '10 seconds'
       from migrations where number in (1, 40));
-- migration 0120_given_domains.sql
-- A domain under LINK_DOMAIN that the server gives to a project: nothing to prove, and no limit counts it.
alter table domains add column given boolean not null default false;

-- Every host that was ever given, also to projects that are gone: links in the world must not come to lead to
-- whoever takes the name next.
create table given_hosts (
  host text primary key,
  project_id uuid not null,
  given_at timestamptz not null default now()
);
-- migration 0130_journal.sql
-- Facts of visits are durable in a journal on the server's own disk first, and loaded from there (ADR 12).

-- How far each journal is loaded: bytes from its beginning. Moved in the transaction of what was loaded.
create table journals (
  id uuid constraint journals_pkey primary key,
  position bigint not null,
  updated_at timestamptz not null default now()
);

-- What a page has reported of the phone that shows it. A fact of its own, since it may be loaded from another
-- journal than its click, and before it.
create table click_reports (
  click_id uuid constraint click_reports_pkey primary key,
  screen text,
  time_zone text,
  language text,
  touches boolean not null default false
);
-- migration 0131_totals_with_their_rows.sql
-- Totals move in the transaction of the rows they count (ADR 12). What the merge of before had not come to yet is added
-- once here: the rows past its watermark, and those that came late. One transaction, as every migration: broken off, it has changed
-- nothing and is run again.

create temporary table unmerged_clicks on commit drop as
  select clicks.*, date_trunc('hour', clicked_at, 'UTC') as hour
  from clicks where id >= (select merged from click_merge)
  union all
  select late_clicks.*, date_trunc('hour', clicked_at, 'UTC')
  from late_clicks where id < (select merged from click_merge);
create temporary table unmerged_opens on commit drop as
  select click_id, opened_at, link_key from opens where click_id >= (select merged from click_merge)
  union all
  select click_id, opened_at, link_key from late_opens
  where click_id < (select merged from click_merge);

insert into link_counters as counter (link_key, clicks, previews, bots, opens, last_clicked_at)
select link_key, count(*) filter (where kind = 1), count(*) filter (where kind = 2),
       count(*) filter (where kind = 3), count(*) filter (where kind = 0),
       max(clicked_at) filter (where kind = 1)
from (
  select link_key, kind, clicked_at from unmerged_clicks
  union all
  select link_key, 0, null from unmerged_opens
) as facts
group by link_key
on conflict (link_key) do update set
  clicks = counter.clicks + excluded.clicks,
  previews = counter.previews + excluded.previews,
  bots = counter.bots + excluded.bots,
  opens = counter.opens + excluded.opens,
  last_clicked_at = greatest(counter.last_clicked_at, excluded.last_clicked_at);

insert into link_totals as total (link_key, dimension, code, clicks)
select link_key, dimension, code, count(*)
from unmerged_clicks cross join lateral (
  values (1::smallint, device::integer), (2, os), (3, browser), (4, country)
) as word (dimension, code)
where kind = 1 and code is not null
group by 1, 2, 3
on conflict on constraint link_totals_pkey do update set clicks = total.clicks + excluded.clicks;

-- Equal words: the one that comes first by code points.
insert into link_tops (link_key, device, os, browser, country)
select link_key, max(code) filter (where dimension = 1), max(code) filter (where dimension = 2),
       max(code) filter (where dimension = 3), max(code) filter (where dimension = 4)
from (
  select distinct on (link_key, total.dimension) link_key, total.dimension, total.code
  from link_totals as total join click_terms using (code)
  where link_key in (select link_key from unmerged_clicks) and clicks > 0
  order by link_key, total.dimension, clicks desc, term collate "C"
) as tops
group by link_key
on conflict (link_key) do update set
  device = excluded.device, os = excluded.os, browser = excluded.browser, country = excluded.country;

create temporary table unmerged_words on commit drop as
select links.project_id, hour, dimension, coalesce(code, 0) as code, count(*) as clicks
from unmerged_clicks join links on links.key = link_key
  cross join lateral (
    values (1::smallint, 1::smallint, device::integer), (1, 2, os), (1, 3, browser), (1, 4, country),
           (1, 5, app), (1, 6, referrer), (1, 7, source), (2, 9, app)
  ) as word (of_kind, dimension, code)
where kind = of_kind
group by 1, 2, 3, 4;
insert into project_rollups as total (project_id, dimension, span, at, code, clicks)
select project_id, dimension, span, date_trunc(unit, hour, 'UTC'), code, sum(clicks)::bigint
from unmerged_words
  cross join (values (60::smallint, 'hour'), (1440, 'day'), (0, 'month')) as spans (span, unit)
group by 1, 2, 3, 4, 5
on conflict on constraint project_rollups_pkey do update set clicks = total.clicks + excluded.clicks;

insert into project_times as total (project_id, span, at, opens, clicks, previews, bots)
select links.project_id, spans.span, date_bin(make_interval(mins => spans.span), at, 'epoch'),
       count(*) filter (where kind = 0), count(*) filter (where kind = 1),
       count(*) filter (where kind = 2), count(*) filter (where kind = 3)
from (
  select link_key, kind, clicked_at as at from unmerged_clicks
  union all
  select link_key, 0, opened_at from unmerged_opens
) as facts join links on links.key = link_key
  cross join (values (15), (30), (60)) as spans (span)
group by 1, 2, 3
on conflict on constraint project_times_pkey do update set
  opens = total.opens + excluded.opens, clicks = total.clicks + excluded.clicks,
  previews = total.previews + excluded.previews, bots = total.bots + excluded.bots;

-- UTC days before this one are closed: their visitors are counted, and what is kept of links that are clicked a lot.
create table closed_days (
  single boolean constraint closed_days_pkey primary key default true
    constraint closed_days_single check (single),
  until timestamptz not null,
  -- Totals that an upgrade found wrong: the jobs count them anew once.
  rebuild_needed boolean not null default false
);
insert into closed_days (until, rebuild_needed) select visitors_from, rebuild_needed from click_merge;

-- Closed days to which something came afterwards, or that are closed and not counted yet.
create table stale_days (
  day timestamptz constraint stale_days_pkey primary key,
  noted_at timestamptz not null default now()
);
insert into stale_days (day)
select day from (
  select date_trunc('day', clicked_at, 'UTC') as day from unmerged_clicks
  union
  select date_trunc('day', opened_at, 'UTC') from unmerged_opens
) as days
where day < (select until from closed_days);

-- Whoever adds facts asks for this, so that days are closed only between transactions of writers. Volatile: it sees
-- what was committed while the lock was waited for.
create function days_closed_until() returns timestamptz language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('fairlead closed days', 0));
  return (select until from closed_days);
end $$;

drop view link_number_parts;
create view link_number_parts as
select link_key, clicks, previews, bots, opens, 0::bigint as installs, 0::bigint as returning_users,
       0::bigint as attributed_clicks, last_clicked_at
from link_counters
union all
select link_key, 0::bigint, 0::bigint, 0::bigint, 0::bigint, (kind = 'install')::integer::bigint,
       (kind = 'returning')::integer::bigint, (kind = 'click')::integer::bigint, null::timestamptz
from attribution_facts;

drop function sealed_click_id();
drop function require_above_seal(timestamptz);
drop table late_clicks;
drop table late_opens;
drop table click_merge;
-- migration 0140_changes.sql
-- What changes of that which every process keeps in memory is written down by the statement that changes it, and
-- each process reads it from here (ADR 4). A notification would make commits wait for each other.

create table changes (
  -- A reader's position: below the oldest transaction under way nothing can be added any more.
  transaction xid8 not null default pg_current_xact_id(),
  id bigint not null generated always as identity,
  kind text not null constraint changes_kind
    check (kind in ('link', 'links', 'installations', 'domain', 'project', 'key')),
  project_id uuid,
  -- Slugs, the host or the key's hash.
  names text[] not null default '{}',
  at timestamptz not null default now(),
  constraint changes_pkey primary key (transaction, id)
);

create or replace function announce_project() returns trigger language plpgsql as $$
begin
  insert into changes (kind, project_id) values ('project', coalesce(new.id, old.id));
  return null;
end $$;

create or replace function announce_domain() returns trigger language plpgsql as $$
begin
  insert into changes (kind, project_id, names)
  select 'domain', null, array[host] from (values (old.host), (new.host)) as hosts (host) where host is not null
  union
  select 'project', project_id, '{}'
  from (values (old.project_id), (new.project_id)) as projects (project_id) where project_id is not null;
  return null;
end $$;

create or replace function announce_key() returns trigger language plpgsql as $$
begin
  insert into changes (kind, names) values ('key', array[encode(coalesce(new.hash, old.hash), 'hex')]);
  return null;
end $$;

-- Per statement: of a large write only the project is named.
create or replace function announce_links() returns trigger language plpgsql as $$
begin
  insert into changes (kind, project_id, names)
  select case when count(*) > 100 then 'links' else 'link' end, project_id,
    case when count(*) > 100 then '{}' else array_agg(slug) end
  from changed group by project_id;
  return null;
end $$;

create or replace function announce_installations() returns trigger language plpgsql as $$
begin
  insert into changes (kind, project_id) select distinct 'installations', project_id from changed;
  return null;
end $$;

comment on table changes is 'What processes keep in memory and somebody has changed, for an hour: an outbox that each process follows.';
comment on column changes.transaction is 'The position of a reader is the oldest transaction under way when it last read.';
comment on column changes.names is 'Slugs, the host or the key''s hash.';
-- migration 0141_refuse.sql
-- Undoes a statement that has found out too late that it is none of its caller's: by a race that was lost.
create function refuse(reason text) returns boolean language plpgsql as $$
begin
  raise exception using message = reason, errcode = 'P0001';
end $$;

comment on function refuse(text) is 'Raises P0001: a race was lost that shows itself only at the end of a statement.';
-- migration 0146_loaded_until.sql
-- Numbers say until when they are exact, and readers on one machine know of the journals of others by this alone.

alter table journals add column loaded_until timestamptz;

comment on column journals.loaded_until is
  'Nothing that was answered before this moment is missing; infinity: its process has ended with all of it loaded. Older than a day: it is taken to be gone.';
-- migration 0150_managed_fields.sql
-- What imports bring along and what those who manage links set. Clicks that another service counted are a number of their own.
alter table links
  add column tags text[] not null default '{}',
  add column expires_at timestamptz,
  add column archived boolean not null default false,
  add column imported_clicks bigint constraint links_imported_clicks check (imported_clicks >= 0);
-- migration 0151_long_links.sql
-- A domain that answers long links of Firebase Dynamic Links, which are not stored: null for one that does not, else the hosts they
-- may lead to; empty: those to which links of the project lead.
alter table domains add column firebase_hosts text[];

-- What long links are counted by: a hidden link, deleted from the start, for each destination host and campaign.
create table long_links (
  domain_id uuid not null references domains (id) on delete cascade,
  host text not null,
  campaign text not null,
  link_id uuid not null constraint long_links_link unique references links (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint long_links_pkey primary key (domain_id, host, campaign)
);
-- migration 0152_domain_reports.sql
-- What the domain doctor found, examination by examination; the last ones of a domain are kept.
create table domain_reports (
  id uuid constraint domain_reports_pkey primary key,
  domain_id uuid not null references domains (id) on delete cascade,
  examined_at timestamptz not null,
  verdict text not null constraint domain_reports_verdict check (verdict in ('ok', 'warning', 'problem')),
  -- An object with `findings`.
  report jsonb not null
);
create index domain_reports_domain on domain_reports (domain_id, examined_at desc, id desc);

-- When the schedule comes to a domain next.
create table domain_examinations (
  domain_id uuid constraint domain_examinations_pkey primary key references domains (id) on delete cascade,
  next_at timestamptz not null
);
-- migration 0165_allowed_origins.sql
-- Origins of the pages that may call with a key of the project; none means that pages of any origin may.
alter table projects add column allowed_origins text[] not null default '{}';
-- migration 0170_comments.sql
-- What tables and columns mean today, where a name does not say it. `npm run schema` writes these into server/schema.sql.

comment on table active_users is 'Devices that were active in a month of UTC: what plans limit and bill.';
comment on column active_users.device_key is 'The persistent device id, else the installation.';
comment on table app_keys is 'API keys. The text of a key is shown once and not kept.';
comment on column app_keys.prefix is 'The beginning of the text, by which people recognise a key.';
comment on column app_keys.hash is 'SHA-256 of the text.';
comment on column app_keys.expires_at is 'Null: valid until revoked. In the past: revoked, or replaced by a rotation.';
comment on table attribution_facts is 'What a click is credited with. The key is the rule: one click, one install.';
comment on column attribution_facts.kind is 'click: joined to an installation; install and returning: first open of a new or a known installation.';
comment on table attribution_receipts is 'What was tried for a first open and why it came out so; the last one of each installation, for 180 days.';
comment on column attribution_receipts.match_type is 'Null: no match.';
comment on column attribution_receipts.details is 'Written and read by server/src/attribution/storedDetails.ts alone.';
comment on table audit_entries is 'Who changed what in a project.';
comment on column audit_entries.actor_name is 'As it was then; users may be renamed or deleted.';
comment on table billing_events is 'Events of the payment provider that were applied, so that a repeated one changes nothing.';
comment on table busy_links is 'Links with so many clicks that their closed days are kept in link_days.';
comment on table click_queries is 'Query parameters that a click forwards to the app, as a query string; for 90 days.';
comment on table click_reports is 'What pages reported of a phone after its click.';
comment on table click_signals is 'What an install can be matched with; kept for the matching window of the project, six hours at least.';
comment on column click_signals.address_hash is 'Keyed hash of the IP address, under the key of its day.';
comment on column click_signals.used is 'Matched, or opened in the app: it cannot be matched any more.';
comment on table click_terms is 'Dictionary of the dimension values of clicks, apart from referrers.';
comment on table clicks is 'One row per visit of a link, by month of its id.';
comment on column clicks.id is 'UUID v7 whose time is clicked_at; also the click reference in URLs.';
comment on column clicks.kind is '1 click of a person, 2 preview by a crawler, 3 other bot.';
comment on column clicks.source is '0 link, 1 QR code, 2 resolved by the app.';
comment on column clicks.device is 'Code in click_terms, as os, browser, country and app; null: unknown.';
comment on column clicks.referrer is 'Code in referrers: the host of the Referer header.';
comment on column clicks.visitor is 'Keyed hash of IP address and user agent, under the key of the day.';
comment on table closed_days is 'One row: up to when UTC days are over and their distinct visitors counted.';
comment on column closed_days.rebuild_needed is 'A migration asks for all totals to be counted again.';
comment on table dashboard_sessions is 'People who are signed in to the dashboard.';
comment on column dashboard_sessions.address is 'Masked: the network of the IP address.';
comment on column dashboard_sessions.previous_token is 'The token before; when it comes back, someone has copied it and the session ends.';
comment on table day_keys is 'Keys of the hashes of a day, encrypted with a key derived from SECRET. Without its row a day''s hashes cannot be recomputed.';
comment on table delivered_clicks is 'Clicks whose link was given to an app by a deferred match: a click matches once.';
comment on column domains.verified_at is 'Null: not verified; the domain serves nothing.';
comment on column domains.removed_at is 'A removed domain is kept, since links name it.';
comment on column domains.given is 'A subdomain of LINK_DOMAIN, verified without DNS.';
comment on column exports.links_end_at is 'When the last download URL ends; then row and file are deleted.';
comment on table given_hosts is 'Subdomains of LINK_DOMAIN that were ever given to a project; none is given to another one.';
comment on table gone_links is 'Links of deleted projects whose clicks are still to be deleted.';
comment on column installations.client_id is 'The id that the app sends, matched exactly.';
comment on column installations.client_type is 'The SDK that tracked it.';
comment on column installations.previous_id is 'The installation of the same device before this one: a reinstall.';
comment on column invitations.mailed is 'False: the link was passed on by hand, so it does not prove the email.';
comment on table journals is 'How far the journal of each process has been loaded, in the transaction that loaded it.';
comment on table link_counters is 'Lifetime numbers of links, moved in the transaction of the rows they count.';
comment on table link_counts is 'Live links of projects, in 16 parts so that simultaneous creations do not wait for each other; their sum counts.';
comment on table link_days is 'Closed UTC days of busy links as arrays; see docs/analytics-storage.md.';
comment on column link_days.slots is 'Quarter of an hour of the day × 4 + kind (0 opens, 1 clicks, 2 previews, 3 bots); slot_counts has the numbers at the same places.';
comment on column link_days.words is 'Dimension × 2^32 + code of the value; word_counts has the numbers at the same places.';
comment on table link_expired is 'Numbers of rows that retention has deleted: lifetime totals still include them.';
comment on table link_tops is 'The most common device, system, browser and country of a link, as codes of click_terms.';
comment on table link_totals is 'Lifetime clicks of a link by dimension and value. Dimensions: 1 device, 2 os, 3 browser, 4 country.';
comment on column link_totals.expired is 'Of these, clicks whose rows retention has deleted.';
comment on column links.key is 'Short name of the link in clicks and totals.';
comment on column links.ios_social_breakout is 'Null: on where the iOS app of the project is configured.';
comment on column links.search_text is 'Everything a search looks at, in lower case.';
comment on table opens is 'Clicks that opened the app, one row each, by month of the click.';
comment on table project_retention is 'Since when the clicks of a project are kept; older ones are gone or on their way out.';
comment on table project_rollups is 'Clicks of a project by dimension, value and time. Dimensions as in link_totals, and 5 app, 6 referrer, 7 source, 8 distinct visitors, 9 crawler.';
comment on column project_rollups.span is 'Minutes of the step that begins at `at`: 60 or 1440; 0: a month.';
comment on table project_times is 'Numbers of a project in steps of 15, 30 and 60 minutes.';
comment on column projects.default_url is 'Where visitors go when a link has nothing for them.';
comment on column projects.click_retention_days is 'Null: as long as the plan keeps clicks.';
comment on table rate_limits is 'Budgets of rate limits, shared by all processes; rows are deleted when their window is over.';
comment on column rate_limits.budget is 'Keyed hash of the name of the budget.';
comment on column rate_limits.granted is 'Tokens that the last statement got (server/src/rateLimits/leaseTokens.ts).';
comment on table recent_opens is 'The last open of an installation, for a minute: the same one twice counts once.';
comment on table referrers is 'Dictionary of the referring hosts of clicks.';
comment on column referrers.project_id is 'The project that it was added for; null: shared by all.';
comment on column referrers.seen_on is 'Unused ones are deleted.';
comment on table sessions is 'Sessions of apps, as their SDKs report them.';
comment on table stale_days is 'Closed UTC days that got a row afterwards: until they are counted again, rows answer for them.';
comment on table subscriptions is 'What the payment provider says a project pays for.';
comment on column subscriptions.event_at is 'When the event happened that the row comes from: an older one changes nothing.';
comment on table two_factors is 'Second factors. Secrets and backup codes are encrypted with a key derived from SECRET.';
comment on column two_factors.last_step is 'The time step of the last accepted code: each code is good once.';
comment on table usage_warnings is 'Mails about 80 % and 100 % of a limit that were sent in a month.';
comment on table user_accounts is 'Ways to sign in of a user: password or provider. Tokens are encrypted with a key derived from SECRET.';
comment on table verifications is 'Secrets of mails and pending sign-ins of the accounts library.';
-- migration 0180_project_numbers.sql
-- Rows of the ledger and all totals name their project, by a number of four bytes, and links are counted in 64 bits.
-- The ledger is written anew, month by month, so this takes about ten seconds a million clicks and the room of a second
-- copy. One transaction: broken off, it has changed nothing and is run again. An older release beside it redirects from
-- memory meanwhile, as without its database, and works on afterwards.

-- Connections end before the tables are locked, for whoever holds one lock may want another, and once more behind
-- the locks, for their prepared statements know the types of before. They come back, and wait.
create function pg_temp.end_connections() returns void language sql as $$
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
    and application_name like 'fairlead%'
    and application_name not in ('fairlead migrate', 'fairlead backup')
$$;
select pg_temp.end_connections();
lock table journals, clicks, opens, click_signals, link_counters, link_totals, link_tops, projects, links
  in access exclusive mode;
select pg_temp.end_connections();

alter table projects add column number integer generated always as identity
  constraint projects_number unique;
comment on column projects.number is 'Short name of the project in clicks and totals.';

drop view link_number_parts;
alter table links alter column key type bigint;
alter table click_signals alter column link_key type bigint;
alter table recent_opens alter column link_key type bigint;
alter table attribution_facts alter column link_key type bigint;
alter table attribution_receipts alter column link_key type bigint;
alter table gone_links alter column link_key type bigint;

-- What is left of links that are gone would be deleted in the night.
do $$
declare totals text;
begin
  foreach totals in array
    '{link_counters,link_totals,link_tops,link_expired,link_days,busy_links}'::text[]
  loop
    execute format('alter table %I add column project_number integer', totals);
    execute format(
      'update %I as total set project_number = projects.number
       from links join projects on projects.id = links.project_id where links.key = link_key', totals);
    execute format('delete from %I where project_number is null', totals);
    -- Writes the table anew, without the rows of before.
    execute format(
      'alter table %I alter column link_key type bigint, alter column project_number set not null',
      totals);
  end loop;
end $$;

create view link_number_parts as
select link_key, clicks, previews, bots, opens, 0::bigint as installs, 0::bigint as returning_users,
       0::bigint as attributed_clicks, last_clicked_at
from link_counters
union all
select link_key, 0::bigint, 0::bigint, 0::bigint, 0::bigint, (kind = 'install')::integer::bigint,
       (kind = 'returning')::integer::bigint, (kind = 'click')::integer::bigint, null::timestamptz
from attribution_facts;

-- The ledger of before and its indexes step aside.
do $$
declare before record;
begin
  for before in
    with tables as (
      select relid::oid as oid from pg_partition_tree('clicks')
      union all
      select relid::oid from pg_partition_tree('opens')
    )
    select relation.oid::regclass as relation, relname as name,
           case when relkind in ('i', 'I') then 'index' else 'table' end as kind
    from pg_class as relation
    where oid in (select oid from tables)
       or oid in (select indexrelid from pg_index where indrelid in (select oid from tables))
  loop
    execute format('alter %s %s rename to %I', before.kind, before.relation, before.name || '_before');
  end loop;
end $$;

create table clicks (
  id uuid not null,
  clicked_at timestamptz not null,
  link_key bigint not null,
  project_number integer not null,
  kind smallint not null,
  source smallint not null,
  device smallint,
  os smallint,
  browser smallint,
  country smallint,
  app smallint,
  referrer integer,
  visitor bigint,
  constraint clicks_pkey primary key (id)
) partition by range (id);
create index clicks_link_time on clicks (link_key, clicked_at);
comment on table clicks is 'One row per visit of a link, by month of its id.';
comment on column clicks.id is 'UUID v7 whose time is clicked_at; also the click reference in URLs.';
comment on column clicks.project_number is 'Of the project of the link: projects.number.';
comment on column clicks.kind is '1 click of a person, 2 preview by a crawler, 3 other bot.';
comment on column clicks.source is '0 link, 1 QR code, 2 resolved by the app.';
comment on column clicks.device is 'Code in click_terms, as os, browser, country and app; null: unknown.';
comment on column clicks.referrer is 'Code in referrers: the host of the Referer header.';
comment on column clicks.visitor is 'Keyed hash of IP address and user agent, under the key of the day.';

create table opens (
  click_id uuid not null,
  opened_at timestamptz not null,
  link_key bigint not null,
  project_number integer not null,
  installation_id uuid,
  constraint opens_pkey primary key (click_id)
) partition by range (click_id);
create index opens_link_time on opens (link_key, opened_at);
create index opens_time on opens using brin (opened_at) with (pages_per_range = 2);
comment on table opens is 'Clicks that opened the app, one row each, by month of the click.';

do $$
declare
  month record;
  columns constant jsonb := '{
    "clicks": "id, clicked_at, link_key, number, kind, source, device, os, browser, country, app, referrer, visitor",
    "opens": "click_id, opened_at, link_key, number, installation_id"
  }';
begin
  for month in
    select parent.name as ledger, relation.oid::regclass as before,
           regexp_replace(relname, '_before$', '') as name,
           pg_get_expr(relpartbound, relation.oid) as bounds
    from unnest('{clicks,opens}'::text[]) as parent (name)
      join pg_inherits on inhparent = (parent.name || '_before')::regclass
      join pg_class as relation on relation.oid = inhrelid
    order by relname
  loop
    execute format('create table %I (like %I including defaults)', month.name, month.ledger);
    execute format(
      'insert into %I select %s from %s join (
         select key as link_key, number from links join projects on projects.id = links.project_id
       ) as owner using (link_key)',
      month.name, columns ->> month.ledger, month.before);
    -- Its indexes are made here, behind the rows.
    execute format('alter table %I attach partition %I %s', month.ledger, month.name, month.bounds);
    raise info 'wrote % anew', month.name;
  end loop;
end $$;

drop table clicks_before;
drop table opens_before;

-- An older release names no projects. Of a link that is gone nothing is kept.
create function name_project() returns trigger language plpgsql as $$
begin
  select projects.number into new.project_number
  from links join projects on projects.id = links.project_id where links.key = new.link_key;
  if found then return new; end if;
  return null;
end $$;
do $$
declare ledger text;
begin
  foreach ledger in array
    '{clicks,opens,link_counters,link_totals,link_tops,link_expired,link_days,busy_links}'::text[]
  loop
    execute format(
      'create trigger project_named before insert on %I for each row
         when (new.project_number is null) execute function name_project()', ledger);
  end loop;
end $$;
-- migration 0181_open_sessions.sql
-- Abandoned sessions are looked for by their time. The condition of this index must not follow from `state = 'active'`:
-- while there were few sessions, the planner took it to find the active session of one installation, and went on reading
-- all active ones with the prepared statement when there were many.
create index sessions_open_since on sessions (started_at) where state = 'active' and ended_at is null;
drop index sessions_active_since;
-- migration 0240_clickhouse.sql
-- Which deployment this is: a ClickHouse database serves one.
create table deployment (
  one boolean constraint deployment_pkey primary key default true check (one),
  id uuid not null default gen_random_uuid(),
  clicks_in text not null default 'postgresql'
    constraint deployment_clicks_in check (clicks_in in ('postgresql', 'clickhouse'))
);
insert into deployment default values;

-- The end of the batch that is being put into ClickHouse; null while nothing is under way. Whatever happens, this batch
-- and no other is tried again, so that its token is the same.
alter table journals add column shipping_to bigint;

-- Hours before `until` are counted in ClickHouse, except for those in stale_slices.
create table closed_hours (
  one boolean constraint closed_hours_pkey primary key default true check (one),
  until timestamptz not null
);
insert into closed_hours (until) values (date_trunc('hour', now(), 'UTC'));

-- Hours, and UTC days for their unique visitors, to be counted (again) in ClickHouse; rows tell of them until then.
create table stale_slices (
  span text not null constraint stale_slices_span check (span in ('hour', 'day')),
  at timestamptz not null,
  -- Higher whenever something has come since.
  notes integer not null default 1,
  constraint stale_slices_pkey primary key (span, at)
);

-- Deletions from ClickHouse that have begun.
create table expiring_clicks (
  slice uuid constraint expiring_clicks_pkey primary key,
  project_id uuid not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- True: they count as deleted; what their links' values added up to stands in expired_values.
  folded boolean not null default false
);

-- How far `fairlead clicks move` is with each part of the history.
create table click_moves (
  part text constraint click_moves_pkey primary key,
  -- The last key that has been copied.
  position text not null,
  rows bigint not null default 0,
  done boolean not null default false
);
-- migration 0256_app_links.sql
-- Where links made with a publishable key may lead. Projects that exist keep what their apps may do.
alter table projects add column app_links text not null default 'any'
  constraint projects_app_links check (app_links in ('listed', 'any', 'none'));
alter table projects alter column app_links set default 'listed';
alter table projects add column app_link_hosts text[] not null default '{}';
comment on column projects.app_links is 'Where links made with a publishable key may lead: listed hosts, any, or none: they make none.';
comment on column projects.app_link_hosts is 'Hosts that such links may lead to, besides those the project leads to anyway.';

-- A host is not the project''s because a key that anyone can read made a link to it.
alter table links add column made_by_app boolean not null default false;
comment on column links.made_by_app is 'Created with a publishable key; false for links from before this was recorded.';
-- migration 0257_kept_replies.sql
-- Replies to creations that a client may repeat, by its key and the Idempotency-Key that it chose; for a day.
create table kept_replies (
  caller text not null,
  idempotency_key text not null,
  request_hash text not null,
  status integer not null,
  headers text not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (caller, idempotency_key)
);
create index kept_replies_created on kept_replies (created_at);
comment on table kept_replies is 'Replies to creations, kept for a day for clients that repeat one under the same Idempotency-Key.';
comment on column kept_replies.caller is 'The credential: `key` or `user` and its id.';
comment on column kept_replies.request_hash is 'SHA-256 of operation, path, query and body.';
comment on column kept_replies.body is 'JSON, as text: it is sent again as it was.';
-- migration 0265_deleted_links.sql
-- Lists what was deleted lately without reading the links that there are.
create index links_deleted on links (project_id, deleted_at) where deleted_at is not null;
