-- The role of link nodes (docs/scaling.md): it reads what link domains need, writes clicks, and can do nothing else.
-- Run as the role that owns the database, which has to be allowed to create roles, or as a superuser; again after an upgrade:
--
--   psql --set=ON_ERROR_STOP=1 --set=password="$(openssl rand -hex 16)" --file=deploy/postgres/links-role.sql "$DATABASE_URL"
do $$
begin
  if not exists (select from pg_roles where rolname = 'fairlead_links') then
    create role fairlead_links login;
  end if;
end
$$;
alter role fairlead_links password :'password';
revoke all on all tables in schema public from fairlead_links;
grant usage on schema public to fairlead_links;

-- What visitors are answered with, and how a node hears of changes.
grant select on app_keys, changes, deployment, domains, links, long_links, migrations, projects to fairlead_links;

-- Keys of the day, encrypted with LINK_SECRET: whichever node comes first makes them.
grant select, insert on day_keys to fairlead_links;

-- Clicks and what they are counted in. Nothing can be deleted, and clicks cannot be changed.
grant select, insert on clicks, opens, click_terms to fairlead_links;
grant insert on click_queries, click_signals to fairlead_links;
grant select, insert, update on click_reports, journals, link_counters, referrers, rolled_days, routes to fairlead_links;
