-- Origins of the pages that may call with a key of the project; none means that pages of any origin may.
alter table projects add column allowed_origins text[] not null default '{}';
