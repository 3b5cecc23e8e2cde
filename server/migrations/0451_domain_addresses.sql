-- Where visitors of a domain go who name no link.

alter table domains
  add column root_url text,
  add column not_found_url text;
comment on column domains.root_url is 'Where the domain itself leads, without a path; null: to the page that says there is nothing.';
comment on column domains.not_found_url is 'Where a slug leads that does not exist; null: to the same page.';
