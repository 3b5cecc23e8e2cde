-- A project may keep its clicks for a shorter time than its plan does; null: as long as the plan.
alter table projects add column click_retention_days integer
  constraint projects_click_retention check (click_retention_days >= 1);
