-- How many links a folder or a tag has is counted from an index: beside many clicks, links themselves are seldom in memory.

drop index links_folder;
create index links_folder on links (project_id, folder_id, created_at desc, id desc) include (deleted_at)
  where folder_id is not null;
create index links_tagged on links (project_id) include (tags) where deleted_at is null and tags <> '{}';
