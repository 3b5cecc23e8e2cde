-- Whether the invitation went to its address by mail. Where it did not, its link was shown to who invited, so
-- that it proves no address.
alter table invitations add column mailed boolean not null default true;
