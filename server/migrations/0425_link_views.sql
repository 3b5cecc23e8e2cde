-- Saved views of the list of links.

create table link_views (
  id uuid not null constraint link_views_pkey primary key,
  project_id uuid not null constraint link_views_project_id_fkey references projects (id) on delete cascade,
  user_id uuid constraint link_views_user_id_fkey references users (id) on delete cascade,
  name text not null,
  filters jsonb not null,
  columns text[] not null,
  created_at timestamptz not null default now()
);
comment on table link_views is 'Saved views of the list of links.';
comment on column link_views.user_id is 'Whose it is; null: the team''s.';
create unique index link_views_name on link_views (project_id, user_id, lower(name)) nulls not distinct;
create index link_views_user_id on link_views (user_id) where user_id is not null;
