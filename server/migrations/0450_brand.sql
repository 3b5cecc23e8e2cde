-- How the pages that visitors see look. With the project, because every page needs it.

alter table projects add column brand jsonb;
comment on column projects.brand is 'Logo, icon, colour, links and texts of the pages that visitors see; null: as for everyone.';
