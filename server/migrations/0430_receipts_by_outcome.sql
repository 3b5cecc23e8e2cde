-- Installations are listed by how their first opens were matched, or why they were not: newest first, whatever share of them that is.

create index attribution_receipts_outcome on attribution_receipts (project_id, (coalesce(match_type, reason)), installation_id);
