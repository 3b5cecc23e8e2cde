-- ClickHouse rolls clicks up by a view of its own, and what is being deleted there is noted with the project's retention.

drop table closed_hours, stale_slices, click_moves;

alter table project_retention add column deleting_to timestamptz;
comment on column project_retention.deleting_to is 'Clicks in ClickHouse before this are counted in link_expired and being deleted; null: none are.';

-- A deletion that had begun is finished; one that had not counted anything begins again.
update project_retention set deleting_to = kept_from
where project_id in (select project_id from expiring_clicks where folded);
drop table expiring_clicks;
