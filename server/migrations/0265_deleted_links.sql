-- Lists what was deleted lately without reading the links that there are.
create index links_deleted on links (project_id, deleted_at) where deleted_at is not null;
