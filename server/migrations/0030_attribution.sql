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
