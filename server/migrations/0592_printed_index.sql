-- What a printed link leads to counts as printed: a change asks which links are printed, of which a project has few.
create index links_printed on links (project_id) where printed and deleted_at is null;
