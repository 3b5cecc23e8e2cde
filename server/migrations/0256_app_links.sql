-- Where links made with a publishable key may lead. Projects that exist keep what their apps may do.
alter table projects add column app_links text not null default 'any'
  constraint projects_app_links check (app_links in ('listed', 'any', 'none'));
alter table projects alter column app_links set default 'listed';
alter table projects add column app_link_hosts text[] not null default '{}';
comment on column projects.app_links is 'Where links made with a publishable key may lead: listed hosts, any, or none: they make none.';
comment on column projects.app_link_hosts is 'Hosts that such links may lead to, besides those the project leads to anyway.';

-- A host is not the project''s because a key that anyone can read made a link to it.
alter table links add column made_by_app boolean not null default false;
comment on column links.made_by_app is 'Created with a publishable key; false for links from before this was recorded.';
