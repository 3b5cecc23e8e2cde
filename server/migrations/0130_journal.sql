-- Facts of visits are durable in a journal on the server's own disk first, and loaded from there (ADR 12).

-- How far each journal is loaded: bytes from its beginning. Moved in the transaction of what was loaded.
create table journals (
  id uuid constraint journals_pkey primary key,
  position bigint not null,
  updated_at timestamptz not null default now()
);

-- What a page has reported of the phone that shows it. A fact of its own, since it may be loaded from another
-- journal than its click, and before it.
create table click_reports (
  click_id uuid constraint click_reports_pkey primary key,
  screen text,
  time_zone text,
  language text,
  touches boolean not null default false
);
