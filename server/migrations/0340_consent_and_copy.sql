-- Matching by signals with consent only: next to the boolean, which stays false then, so that a process of an earlier
-- release collects nothing. And whether pages offer to copy the link for after installing.
alter table projects
  add column matching_by_consent boolean not null default false,
  add column copy_button boolean not null default false;
