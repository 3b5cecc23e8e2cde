-- The history of a link: who changed which of its fields, from what to what.

create table link_changes (
  link_id uuid not null constraint link_changes_link_id_fkey references links (id) on delete cascade,
  id uuid not null,
  author_kind text not null constraint link_changes_author_kind check (author_kind in ('user', 'operator', 'system', 'key')),
  author_id uuid,
  author_name text not null,
  before jsonb not null,
  after jsonb not null,
  constraint link_changes_pkey primary key (link_id, id)
);
comment on table link_changes is 'The last changes of each link; links that were changed together have a change of the same id.';
comment on column link_changes.id is 'A UUID v7: its time is that of the change.';
comment on column link_changes.author_name is 'Of the person or the application key, as it was then.';
comment on column link_changes.before is 'The changed columns of the link with their values before; after has the same keys.';
