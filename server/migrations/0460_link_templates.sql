-- Templates of links: what new links of a kind have in common.

create table link_templates (
  id uuid not null constraint link_templates_pkey primary key,
  project_id uuid not null constraint link_templates_project_id_fkey references projects (id) on delete cascade,
  name text not null,
  fields jsonb not null,
  created_at timestamptz not null default now()
);
comment on table link_templates is 'Templates of links: what new links of a kind have in common.';
comment on column link_templates.fields is 'Fields of the request that creates a link.';
create unique index link_templates_name on link_templates (project_id, lower(name));
