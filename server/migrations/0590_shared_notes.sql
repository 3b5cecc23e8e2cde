-- Notes are a team's own: a shared page shows them only where that was chosen. Pages of one link never do.
alter table number_shares add column shows_notes boolean not null default false
  constraint number_shares_notes check (not shows_notes or link_id is null);
comment on column number_shares.shows_notes is 'Whether it shows the notes of the project, without who wrote them.';
