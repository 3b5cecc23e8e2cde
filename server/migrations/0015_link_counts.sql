-- Live links of every project, counted in the transaction that changes them. A project's count is
-- the sum of its slots: a connection has its own, so creations of one project do not wait for each other.
create table link_counts (
  project_id uuid not null references projects (id) on delete cascade,
  slot smallint not null,
  links integer not null,
  constraint link_counts_pkey primary key (project_id, slot)
) with (fillfactor = 50);

insert into link_counts (project_id, slot, links)
  select project_id, 0, count(*) from links where deleted_at is null group by project_id;

create function add_link_counts(project uuid, difference bigint) returns void language sql as $$
  -- A project that is being deleted takes its links along, and needs no count any more.
  insert into link_counts (project_id, slot, links)
    select project, pg_backend_pid() % 16, difference
    where difference <> 0 and exists (select from projects where id = project)
  on conflict (project_id, slot) do update set links = link_counts.links + excluded.links
$$;

create function count_inserted_links() returns trigger language plpgsql as $$
begin
  perform add_link_counts(project_id, count(*)) from made where deleted_at is null
    group by project_id order by project_id;
  return null;
end $$;
create trigger links_counted_in after insert on links referencing new table as made
  for each statement execute function count_inserted_links();

create function count_updated_links() returns trigger language plpgsql as $$
begin
  perform add_link_counts(project_id, sum(difference)::bigint)
    from (
      select project_id, 1 as difference from later where deleted_at is null
      union all
      select project_id, -1 from earlier where deleted_at is null
    ) as changes
    group by project_id having sum(difference) <> 0 order by project_id;
  return null;
end $$;
create trigger links_counted_anew
  after update on links referencing old table as earlier new table as later
  for each statement execute function count_updated_links();

create function count_deleted_links() returns trigger language plpgsql as $$
begin
  perform add_link_counts(project_id, -count(*)) from gone where deleted_at is null
    group by project_id order by project_id;
  return null;
end $$;
create trigger links_counted_out after delete on links referencing old table as gone
  for each statement execute function count_deleted_links();

