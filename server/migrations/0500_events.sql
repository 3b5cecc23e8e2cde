-- What happened in apps and on servers after a link had brought somebody.

create table events (
  project_number integer not null,
  event_id text not null,
  name text not null,
  at timestamptz not null,
  received_at timestamptz not null,
  from_app boolean not null,
  said_at timestamptz,
  installation text,
  click_id uuid,
  customer_id text,
  amount bigint,
  currency text,
  quantity integer,
  transaction_id text,
  items jsonb,
  properties jsonb,
  test boolean not null,
  link_key bigint,
  constraint events_pkey primary key (project_number, event_id),
  constraint events_revenue check ((amount is null) = (currency is null))
);
create index events_time on events (project_number, at);
create index events_installation on events (project_number, installation) where installation is not null;
create index events_click on events (project_number, click_id) where click_id is not null;
create index events_customer on events (project_number, customer_id) where customer_id is not null;
create index events_link on events (project_number, link_key) where link_key is not null;
comment on table events is 'What happened in apps and on servers. Which link it is credited to is found when it is read.';
comment on column events.event_id is 'The sender''s own id: sent again, the event counts once.';
comment on column events.at is 'When it happened, by the server''s clock as far as can be known.';
comment on column events.from_app is 'Sent with a publishable key, which everyone who has the app can read.';
comment on column events.said_at is 'When it happened as the sender said; null: it said nothing.';
comment on column events.installation is 'As the app sent it: its own id of the installation, or the record''s.';
comment on column events.customer_id is 'The project''s own id of the person.';
comment on column events.amount is 'Revenue in whole minor units of the currency; negative: a refund.';
comment on column events.currency is 'ISO 4217.';
comment on column events.quantity is 'Null: one.';
comment on column events.test is 'Left out of every number.';
comment on column events.link_key is 'The link it was credited to when its installation was erased, which nothing else says any more.';
