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
