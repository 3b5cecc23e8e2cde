-- Events are also credited to the last link by which a known installation was opened again.

alter table projects add column reengagement_days integer not null default 7
  constraint projects_reengagement_days check (reengagement_days between 0 and 90);
comment on column projects.reengagement_days is 'How long after a link has opened a known installation events are credited to it, apart from the install''s credit; 0: not at all.';

-- One that names nobody belongs to whom another of its transaction names.
create index events_transaction on events (project_number, transaction_id, at) where transaction_id is not null;
