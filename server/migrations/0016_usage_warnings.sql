-- Which warnings of a month have been sent, so that each is sent once (DECISIONS 7).
create table usage_warnings (
  project_id uuid not null references projects (id) on delete cascade,
  month date not null constraint usage_warnings_month check (extract(day from month) = 1),
  limit_name text not null,
  percent smallint not null constraint usage_warnings_percent check (percent in (80, 100)),
  sent_at timestamptz not null default now(),
  constraint usage_warnings_pkey primary key (project_id, month, limit_name, percent)
);
