-- A domain that answers long links of Firebase Dynamic Links, which are not stored: null for one that does not, else the hosts they
-- may lead to; empty: those to which links of the project lead.
alter table domains add column firebase_hosts text[];

-- What long links are counted by: a hidden link, deleted from the start, for each destination host and campaign.
create table long_links (
  domain_id uuid not null references domains (id) on delete cascade,
  host text not null,
  campaign text not null,
  link_id uuid not null constraint long_links_link unique references links (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint long_links_pkey primary key (domain_id, host, campaign)
);
