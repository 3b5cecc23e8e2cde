-- Links of deleted projects, remembered until their clicks are deleted too: those name links by number only.
create table gone_links (
  link_key integer constraint gone_links_pkey primary key,
  gone_at timestamptz not null default now()
);
insert into gone_links (link_key)
  select distinct link_key from clicks
  where not exists (select from links where links.key = clicks.link_key);
