-- Pages for others show events and revenue where that was chosen.

alter table number_shares add column shows_events boolean not null default false;
comment on column number_shares.shows_events is 'Whether the page shows events and revenue that are credited to its links.';
