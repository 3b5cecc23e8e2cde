-- Who may change the links of a folder.

alter table folders add column locked boolean not null default false;
comment on column folders.locked is 'Only the owner and the editors of the folder change it and its links.';

create table folder_editors (
  project_id uuid not null,
  folder_id uuid not null,
  user_id uuid not null,
  constraint folder_editors_pkey primary key (folder_id, user_id),
  constraint folder_editors_folder_fkey foreign key (project_id, folder_id)
    references folders (project_id, id) on delete cascade,
  constraint folder_editors_member_fkey foreign key (project_id, user_id)
    references project_members (project_id, user_id) on delete cascade
);
comment on table folder_editors is 'Members who may change the links of a folder whatever their role is.';
create index folder_editors_member on folder_editors (project_id, user_id);
