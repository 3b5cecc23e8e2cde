-- What links and campaigns have cost, beside what they have brought.

create table costs (
  project_id uuid not null constraint costs_project_id_fkey references projects (id) on delete cascade,
  day date not null,
  link_id uuid constraint costs_link_id_fkey references links (id) on delete cascade,
  campaign text,
  currency text not null,
  amount bigint not null constraint costs_amount check (amount > 0),
  constraint costs_target check (num_nonnulls(link_id, campaign) = 1),
  constraint costs_key unique nulls not distinct (project_id, day, link_id, campaign, currency)
);
comment on table costs is 'What a link or a campaign has cost on a day.';
comment on column costs.day is 'In the time zone of whoever has sent it.';
comment on column costs.campaign is 'utm_campaign.';
comment on column costs.amount is 'Whole minor units of the currency.';
create index costs_link_id on costs (link_id) where link_id is not null;
