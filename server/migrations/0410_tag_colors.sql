-- Colours of a project's tags.

create table tag_colors (
  project_id uuid not null constraint tag_colors_project_id_fkey references projects (id) on delete cascade,
  tag text not null,
  color text not null,
  constraint tag_colors_pkey primary key (project_id, tag)
);
comment on column tag_colors.tag is 'In lower case.';
comment on column tag_colors.color is 'A name of the palette in the contract.';
