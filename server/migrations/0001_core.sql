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
