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
