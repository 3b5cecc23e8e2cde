-- Values of campaign parameters that people may use.

alter table projects add column utm_values jsonb not null default '{}';
comment on column projects.utm_values is 'Allowed values by the part of utm_ parameters, such as source; none: any.';
