-- What the domain doctor found, examination by examination; the last ones of a domain are kept.
create table domain_reports (
  id uuid constraint domain_reports_pkey primary key,
  domain_id uuid not null references domains (id) on delete cascade,
  examined_at timestamptz not null,
  verdict text not null constraint domain_reports_verdict check (verdict in ('ok', 'warning', 'problem')),
  -- An object with `findings`.
  report jsonb not null
);
create index domain_reports_domain on domain_reports (domain_id, examined_at desc, id desc);

-- When the schedule comes to a domain next.
create table domain_examinations (
  domain_id uuid constraint domain_examinations_pkey primary key references domains (id) on delete cascade,
  next_at timestamptz not null
);
