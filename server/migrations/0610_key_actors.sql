-- Keys are named in the audit log: what a stolen one did is found there.
alter table audit_entries drop constraint audit_entries_actor;
alter table audit_entries add constraint audit_entries_actor
  check (actor_kind in ('user', 'operator', 'system', 'key')) not valid;
alter table audit_entries validate constraint audit_entries_actor;
comment on column audit_entries.actor_name is 'As it was then; users may be renamed or deleted. Of a key its name and how it begins.';
