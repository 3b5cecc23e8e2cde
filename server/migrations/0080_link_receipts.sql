-- The receipts of one link, newest first, without reading those of the rest of its project.
create index attribution_receipts_link on attribution_receipts (link_key, created_at, id)
  where link_key is not null;
