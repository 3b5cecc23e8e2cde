-- Services that send events to a project: stores, payment providers and whatever has webhooks.

create table event_sources (
  id uuid not null constraint event_sources_pkey primary key,
  project_id uuid not null constraint event_sources_project_id_fkey references projects (id) on delete cascade,
  kind text not null,
  name text not null,
  settings jsonb not null,
  sealed text,
  test_only boolean not null,
  created_at timestamptz not null default now(),
  received_at timestamptz,
  problem_at timestamptz,
  problem text,
  constraint event_sources_problem check ((problem_at is null) = (problem is null))
);
create index event_sources_project on event_sources (project_id);
comment on table event_sources is 'Services that send events to a project.';
comment on column event_sources.settings is 'By kind; never a secret.';
comment on column event_sources.sealed is 'What the service signs with, encrypted with SECRET; null: it signs with a key that is public.';
comment on column event_sources.test_only is 'Everything that it sends is a test.';
comment on column event_sources.received_at is 'When it last sent something that was signed.';
comment on column event_sources.problem is 'Why something that it sent could not be used.';
