-- What imports bring along and what those who manage links set. Clicks that another service counted are a number of their own.
alter table links
  add column tags text[] not null default '{}',
  add column expires_at timestamptz,
  add column archived boolean not null default false,
  add column imported_clicks bigint constraint links_imported_clicks check (imported_clicks >= 0);
