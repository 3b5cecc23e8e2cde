-- Customers have a history: a sign-in, another account or a sign-out changes nothing that was earned before.

create table customer_periods (
  installation_id uuid not null
    constraint customer_periods_installation_id_fkey references installations (id) on delete cascade,
  since timestamptz not null,
  project_id uuid not null constraint customer_periods_project_id_fkey references projects (id) on delete cascade,
  customer_id text not null,
  until timestamptz,
  said_by text not null constraint customer_periods_said_by check (said_by in ('app', 'server')),
  outranked_at timestamptz,
  constraint customer_periods_pkey primary key (installation_id, since),
  constraint customer_periods_order check (until >= since)
);
create index customer_periods_customer on customer_periods (project_id, customer_id, since);
create unique index customer_periods_open on customer_periods (installation_id) where until is null;
comment on table customer_periods is 'Whose an installation was, from when to when. Nothing is rewritten: a period begins, and it ends.';
comment on column customer_periods.customer_id is 'The project''s own id of the person.';
comment on column customer_periods.until is 'Another customer was named, or nobody; null: not yet.';
comment on column customer_periods.said_by is 'The app itself, with a key that anyone can read, or a server with a secret key.';
comment on column customer_periods.outranked_at is 'From when on it decides nothing, because a server has named the customer on another installation; null: it does.';

-- A process of the release before knows no periods: what it is told while both run is not lost.
create function note_customer() returns trigger language plpgsql as $$
declare
  moment timestamptz;
begin
  if exists (
    select from customer_periods
    where installation_id = new.id and until is null and customer_id = new.customer_id
  ) then
    return null;
  end if;
  select greatest(now(), max(since) + interval '1 microsecond') into moment
  from customer_periods where installation_id = new.id;
  update customer_periods set until = moment where installation_id = new.id and until is null;
  if new.customer_id is not null then
    insert into customer_periods (installation_id, since, project_id, customer_id, said_by)
    values (new.id, moment, new.project_id, new.customer_id, 'app');
  end if;
  return null;
end
$$;
create trigger installations_customer_said after update of customer_id on installations
  for each row when (old.customer_id is distinct from new.customer_id) execute function note_customer();

-- What is known today, and nothing that is said meanwhile is missed: the trigger is there. Each ends where the next begins, as numbers have
-- been read until now: no number changes with the upgrade.
insert into customer_periods (installation_id, since, project_id, customer_id, until, said_by)
select id, first_seen_at, project_id, customer_id,
  lead(first_seen_at) over (partition by project_id, customer_id order by first_seen_at, id), 'app'
from installations where customer_id is not null;

comment on column installations.customer_id is 'Who was named last, for lists and searches; null: nobody. Whose it was when stands in customer_periods.';

-- Ids from before signing in, by which a source says whose they are.
create table customer_names (
  project_id uuid not null constraint customer_names_project_id_fkey references projects (id) on delete cascade,
  name text not null,
  since timestamptz not null,
  customer_id text not null,
  constraint customer_names_pkey primary key (project_id, name, since)
);
create index customer_names_customer on customer_names (project_id, customer_id);
comment on table customer_names is 'Second names of customers, as event sources say them.';
comment on column customer_names.since is 'From when on it means this customer; the first one, before as well.';
