-- Notes on days, pages of numbers for people without an account, and the weekly mail.

create table annotations (
  id uuid not null constraint annotations_pkey primary key,
  project_id uuid not null constraint annotations_project_id_fkey references projects (id) on delete cascade,
  day date not null,
  text text not null,
  author text not null,
  created_at timestamptz not null default now()
);
comment on table annotations is 'Notes of the team on a day, shown with its numbers.';
comment on column annotations.author is 'Name of who wrote it, as it was then.';
create index annotations_day on annotations (project_id, day);

create table number_shares (
  id uuid not null constraint number_shares_pkey primary key,
  project_id uuid not null constraint number_shares_project_id_fkey references projects (id) on delete cascade,
  link_id uuid constraint number_shares_link_id_fkey references links (id) on delete cascade,
  name text not null,
  facts jsonb not null,
  password_hash text,
  created_at timestamptz not null default now()
);
comment on table number_shares is 'Pages of numbers that anybody may read who has the address, whose key is derived from SECRET.';
comment on column number_shares.facts is 'Only of clicks with these.';
create index number_shares_project on number_shares (project_id, created_at);
create index number_shares_link_id on number_shares (link_id) where link_id is not null;

alter table project_members
  add column weekly_mail boolean not null default false,
  add column weekly_mailed_on date;
comment on column project_members.weekly_mail is 'They get the numbers of each week by email.';
comment on column project_members.weekly_mailed_on is 'The Monday of the last one.';
create index project_members_weekly_mail on project_members (project_id) where weekly_mail;
