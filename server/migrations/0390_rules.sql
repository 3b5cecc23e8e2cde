-- Rules and experiments of links, what follows their expiry, and which rule or variant led a click.

alter table projects add column time_zone text not null default 'UTC';
comment on column projects.time_zone is 'IANA name: weekdays and hours of rules are read in it.';

alter table links
  add column expired_url text,
  add column expires_after_clicks bigint constraint links_expires_after_clicks check (expires_after_clicks > 0),
  add column used_up boolean not null default false,
  add column rules jsonb,
  add column variants jsonb;
comment on column links.expired_url is 'Where visitors go once the link has expired.';
comment on column links.expires_after_clicks is 'Clicks of people after which the link expires.';
comment on column links.used_up is 'It has had as many.';
comment on column links.rules is 'In order, each with its name: the first that fits decides.';
comment on column links.variants is 'An experiment with the visitors whom no rule fits.';
create index links_to_use_up on links (key) where expires_after_clicks is not null and not used_up and deleted_at is null;

create table routes (
  code integer not null generated always as identity constraint routes_pkey primary key,
  project_id uuid not null,
  route text not null,
  constraint routes_route unique (project_id, route)
);
comment on table routes is 'Dictionary of the rules and variants that led clicks.';
comment on column routes.route is 'rule or variant, a space, and its name.';

alter table clicks add column route integer;
comment on column clicks.route is 'Code in routes; null: the link itself led the visit.';
