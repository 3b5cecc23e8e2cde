-- What members write on the page of a link.

create table link_comments (
  id uuid not null constraint link_comments_pkey primary key,
  project_id uuid not null constraint link_comments_project_id_fkey references projects (id) on delete cascade,
  link_id uuid not null constraint link_comments_link_id_fkey references links (id) on delete cascade,
  author_id uuid constraint link_comments_author_id_fkey references users (id) on delete set null,
  text text not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
comment on table link_comments is 'What members write on the page of a link.';
comment on column link_comments.author_id is 'Null: the account has been deleted.';
create index link_comments_link on link_comments (link_id, id);
create index link_comments_project on link_comments (project_id);
create index link_comments_author on link_comments (author_id) where author_id is not null;
