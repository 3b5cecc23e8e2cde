-- The history of one object, from the audit log. The log has what people do, so it is short next to clicks.

create index audit_entries_target on audit_entries (project_id, target_kind, target_id, id desc)
  where target_id is not null;
