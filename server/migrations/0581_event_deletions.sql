-- Events that people deleted: for a day they can be brought back.

create table event_deletions (
  id uuid not null constraint event_deletions_pkey primary key,
  project_id uuid not null constraint event_deletions_project_id_fkey references projects (id) on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz not null,
  said_by text,
  name text,
  source_id uuid,
  source_prefix text,
  deleted_at timestamptz not null,
  constraint event_deletions_source check ((source_id is null) = (source_prefix is null))
);
create index event_deletions_project on event_deletions (project_id);
comment on table event_deletions is 'Which events are deleted: nothing reads them, and after a day the nightly job deletes them.';
comment on column event_deletions.from_at is 'By the time of the event, which is before `to_at`.';
comment on column event_deletions.said_by is 'Only what this one said; null: whoever said it.';
comment on column event_deletions.source_prefix is 'How ids of the source begin, by which events of earlier releases are found.';
comment on column event_deletions.deleted_at is 'Events received later stay.';
