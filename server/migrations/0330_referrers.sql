-- What stores report of an installation arrives before its match is asked for, and is kept as long as the receipt.

alter table installations add column referrers jsonb;
comment on column installations.referrers is 'As in Referrers.ts; emptied 180 days after first_seen_at.';
create index installations_referrers_key on installations (first_seen_at) where referrers is not null;
