-- Folders of links: each link is in one at most.

create table folders (
  id uuid not null constraint folders_pkey primary key,
  project_id uuid not null constraint folders_project_id_fkey references projects (id) on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  constraint folders_project_id_id unique (project_id, id)
);
comment on table folders is 'Folders in which a project keeps its links.';
create unique index folders_name on folders (project_id, lower(name));

alter table links
  add column folder_id uuid,
  add constraint links_folder_id_fkey foreign key (project_id, folder_id) references folders (project_id, id)
    on delete set null (folder_id);
comment on column links.folder_id is 'The folder of the same project that the link is in; null: none.';
create index links_folder on links (project_id, folder_id, created_at desc, id desc) where folder_id is not null;
