-- Rows of the ledger and all totals name their project, by a number of four bytes, and links are counted in 64 bits.
-- The ledger is written anew, month by month, so this takes about ten seconds a million clicks and the room of a second
-- copy. One transaction: broken off, it has changed nothing and is run again. An older release beside it redirects from
-- memory meanwhile, as without its database, and works on afterwards.

-- Connections end before the tables are locked, for whoever holds one lock may want another, and once more behind
-- the locks, for their prepared statements know the types of before. They come back, and wait.
create function pg_temp.end_connections() returns void language sql as $$
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
    and application_name like 'fairlead%'
    and application_name not in ('fairlead migrate', 'fairlead backup')
$$;
select pg_temp.end_connections();
lock table journals, clicks, opens, click_signals, link_counters, link_totals, link_tops, projects, links
  in access exclusive mode;
select pg_temp.end_connections();

alter table projects add column number integer generated always as identity
  constraint projects_number unique;
comment on column projects.number is 'Short name of the project in clicks and totals.';

drop view link_number_parts;
alter table links alter column key type bigint;
alter table click_signals alter column link_key type bigint;
alter table recent_opens alter column link_key type bigint;
alter table attribution_facts alter column link_key type bigint;
alter table attribution_receipts alter column link_key type bigint;
alter table gone_links alter column link_key type bigint;

-- What is left of links that are gone would be deleted in the night.
do $$
declare totals text;
begin
  foreach totals in array
    '{link_counters,link_totals,link_tops,link_expired,link_days,busy_links}'::text[]
  loop
    execute format('alter table %I add column project_number integer', totals);
    execute format(
      'update %I as total set project_number = projects.number
       from links join projects on projects.id = links.project_id where links.key = link_key', totals);
    execute format('delete from %I where project_number is null', totals);
    -- Writes the table anew, without the rows of before.
    execute format(
      'alter table %I alter column link_key type bigint, alter column project_number set not null',
      totals);
  end loop;
end $$;

create view link_number_parts as
select link_key, clicks, previews, bots, opens, 0::bigint as installs, 0::bigint as returning_users,
       0::bigint as attributed_clicks, last_clicked_at
from link_counters
union all
select link_key, 0::bigint, 0::bigint, 0::bigint, 0::bigint, (kind = 'install')::integer::bigint,
       (kind = 'returning')::integer::bigint, (kind = 'click')::integer::bigint, null::timestamptz
from attribution_facts;

-- The ledger of before and its indexes step aside.
do $$
declare before record;
begin
  for before in
    with tables as (
      select relid::oid as oid from pg_partition_tree('clicks')
      union all
      select relid::oid from pg_partition_tree('opens')
    )
    select relation.oid::regclass as relation, relname as name,
           case when relkind in ('i', 'I') then 'index' else 'table' end as kind
    from pg_class as relation
    where oid in (select oid from tables)
       or oid in (select indexrelid from pg_index where indrelid in (select oid from tables))
  loop
    execute format('alter %s %s rename to %I', before.kind, before.relation, before.name || '_before');
  end loop;
end $$;

create table clicks (
  id uuid not null,
  clicked_at timestamptz not null,
  link_key bigint not null,
  project_number integer not null,
  kind smallint not null,
  source smallint not null,
  device smallint,
  os smallint,
  browser smallint,
  country smallint,
  app smallint,
  referrer integer,
  visitor bigint,
  constraint clicks_pkey primary key (id)
) partition by range (id);
create index clicks_link_time on clicks (link_key, clicked_at);
comment on table clicks is 'One row per visit of a link, by month of its id.';
comment on column clicks.id is 'UUID v7 whose time is clicked_at; also the click reference in URLs.';
comment on column clicks.project_number is 'Of the project of the link: projects.number.';
comment on column clicks.kind is '1 click of a person, 2 preview by a crawler, 3 other bot.';
comment on column clicks.source is '0 link, 1 QR code, 2 resolved by the app.';
comment on column clicks.device is 'Code in click_terms, as os, browser, country and app; null: unknown.';
comment on column clicks.referrer is 'Code in referrers: the host of the Referer header.';
comment on column clicks.visitor is 'Keyed hash of IP address and user agent, under the key of the day.';

create table opens (
  click_id uuid not null,
  opened_at timestamptz not null,
  link_key bigint not null,
  project_number integer not null,
  installation_id uuid,
  constraint opens_pkey primary key (click_id)
) partition by range (click_id);
create index opens_link_time on opens (link_key, opened_at);
create index opens_time on opens using brin (opened_at) with (pages_per_range = 2);
comment on table opens is 'Clicks that opened the app, one row each, by month of the click.';

do $$
declare
  month record;
  columns constant jsonb := '{
    "clicks": "id, clicked_at, link_key, number, kind, source, device, os, browser, country, app, referrer, visitor",
    "opens": "click_id, opened_at, link_key, number, installation_id"
  }';
begin
  for month in
    select parent.name as ledger, relation.oid::regclass as before,
           regexp_replace(relname, '_before$', '') as name,
           pg_get_expr(relpartbound, relation.oid) as bounds
    from unnest('{clicks,opens}'::text[]) as parent (name)
      join pg_inherits on inhparent = (parent.name || '_before')::regclass
      join pg_class as relation on relation.oid = inhrelid
    order by relname
  loop
    execute format('create table %I (like %I including defaults)', month.name, month.ledger);
    execute format(
      'insert into %I select %s from %s join (
         select key as link_key, number from links join projects on projects.id = links.project_id
       ) as owner using (link_key)',
      month.name, columns ->> month.ledger, month.before);
    -- Its indexes are made here, behind the rows.
    execute format('alter table %I attach partition %I %s', month.ledger, month.name, month.bounds);
    raise info 'wrote % anew', month.name;
  end loop;
end $$;

drop table clicks_before;
drop table opens_before;

-- An older release names no projects. Of a link that is gone nothing is kept.
create function name_project() returns trigger language plpgsql as $$
begin
  select projects.number into new.project_number
  from links join projects on projects.id = links.project_id where links.key = new.link_key;
  if found then return new; end if;
  return null;
end $$;
do $$
declare ledger text;
begin
  foreach ledger in array
    '{clicks,opens,link_counters,link_totals,link_tops,link_expired,link_days,busy_links}'::text[]
  loop
    execute format(
      'create trigger project_named before insert on %I for each row
         when (new.project_number is null) execute function name_project()', ledger);
  end loop;
end $$;
