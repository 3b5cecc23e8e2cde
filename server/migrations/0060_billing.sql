-- What the payment provider has told of the subscription that pays for a project's plan.

-- One row a project: the newest subscription. `status` is Stripe's word. `plan` is what the price buys,
-- null where the catalogue does not know the price. `event_at` and `event_type` tell which event wrote
-- the row, so that an older one that comes later is known as such.
create table subscriptions (
  project_id uuid primary key references projects (id) on delete cascade,
  customer_id text not null,
  subscription_id text not null,
  item_id text,
  plan text,
  billing_period text constraint subscriptions_period check (billing_period in ('monthly', 'yearly')),
  status text not null,
  period_end timestamptz,
  ends_at timestamptz,
  event_at timestamptz not null,
  event_type text not null
);

-- Ids of events that have been taken; one that comes again changes nothing.
create table billing_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now()
);
create index billing_events_received on billing_events (received_at);
