-- The schema as the migrations leave it, for reading. Made by `npm run schema`; a test keeps it true.
-- Comments here are the present truth; those in old migrations say what held when they were written.

-- Devices that were active in a month of UTC: what plans limit and bill.
create table active_users (
  project_id uuid not null,
  month date not null,
  -- The persistent device id, else the installation.
  device_key text not null,
  constraint active_users_month CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint active_users_pkey PRIMARY KEY (project_id, month, device_key),
  constraint active_users_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

-- Notes of the team on a day, shown with its numbers.
create table annotations (
  id uuid not null,
  project_id uuid not null,
  day date not null,
  text text not null,
  -- Name of who wrote it, as it was then.
  author text not null,
  created_at timestamp with time zone not null default now(),
  constraint annotations_pkey PRIMARY KEY (id),
  constraint annotations_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX annotations_day ON public.annotations USING btree (project_id, day);

create table app_builds (
  project_id uuid not null,
  platform text not null,
  -- As installations.app_build has it.
  build text not null,
  -- Patterns of the paths that the build can open.
  routes text[] not null,
  published_at timestamp with time zone not null,
  constraint app_builds_pkey PRIMARY KEY (project_id, platform, build),
  constraint app_builds_platform CHECK ((platform = ANY (ARRAY['ios'::text, 'android'::text]))),
  constraint app_builds_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

-- How many events apps have sent on the last day, of projects that limit them.
create table app_event_days (
  project_id uuid not null,
  -- UTC.
  day date not null,
  events integer not null,
  constraint app_event_days_pkey PRIMARY KEY (project_id, day),
  constraint app_event_days_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

-- API keys. The text of a key is shown once and not kept.
create table app_keys (
  id uuid not null,
  project_id uuid not null,
  name text not null,
  class text not null,
  -- The beginning of the text, by which people recognise a key.
  prefix text not null,
  -- SHA-256 of the text.
  hash bytea not null,
  created_at timestamp with time zone not null default now(),
  -- Null: valid until revoked. In the past: revoked, or replaced by a rotation.
  expires_at timestamp with time zone,
  constraint app_keys_class CHECK ((class = ANY (ARRAY['publishable'::text, 'secret'::text]))),
  constraint app_keys_hash UNIQUE (hash),
  constraint app_keys_pkey PRIMARY KEY (id),
  constraint app_keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX app_keys_project ON public.app_keys USING btree (project_id);
CREATE TRIGGER app_keys_changed AFTER INSERT OR DELETE OR UPDATE ON public.app_keys FOR EACH ROW EXECUTE FUNCTION announce_key();

-- What a click is credited with. The key is the rule: one click, one install.
create table attribution_facts (
  click_id uuid not null,
  -- click: joined to an installation; install and returning: first open of a new or a known installation.
  kind text not null,
  link_key bigint not null,
  at timestamp with time zone not null,
  project_id uuid not null,
  installation_id uuid,
  constraint attribution_facts_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES installations(id) ON DELETE SET NULL,
  constraint attribution_facts_kind CHECK ((kind = ANY (ARRAY['click'::text, 'install'::text, 'returning'::text]))),
  constraint attribution_facts_pkey PRIMARY KEY (click_id, kind),
  constraint attribution_facts_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX attribution_facts_installation_any ON public.attribution_facts USING btree (installation_id) WHERE (installation_id IS NOT NULL);
CREATE INDEX attribution_facts_link_time ON public.attribution_facts USING btree (link_key, at);
CREATE INDEX attribution_facts_project ON public.attribution_facts USING btree (project_id, at);
CREATE UNIQUE INDEX attribution_facts_installation ON public.attribution_facts USING btree (installation_id) WHERE (kind = 'install'::text);

-- What was tried for a first open and why it came out so; the last one of each installation, for 180 days.
create table attribution_receipts (
  id uuid not null,
  project_id uuid not null,
  installation_id uuid,
  created_at timestamp with time zone not null,
  -- Null: no match.
  match_type text,
  reason text not null,
  click_id uuid,
  link_key bigint,
  -- Written and read by storedDetails.ts alone.
  details jsonb not null,
  constraint attribution_receipts_click UNIQUE (click_id),
  constraint attribution_receipts_installation UNIQUE (installation_id),
  constraint attribution_receipts_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES installations(id) ON DELETE CASCADE,
  constraint attribution_receipts_match_type CHECK ((match_type = ANY (ARRAY['deterministic'::text, 'fingerprint'::text]))),
  constraint attribution_receipts_matched CHECK ((((match_type IS NULL) = (click_id IS NULL)) AND ((click_id IS NULL) = (link_key IS NULL)))),
  constraint attribution_receipts_pkey PRIMARY KEY (id),
  constraint attribution_receipts_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX attribution_receipts_created ON public.attribution_receipts USING btree (created_at);
CREATE INDEX attribution_receipts_link ON public.attribution_receipts USING btree (link_key, created_at, id) WHERE (link_key IS NOT NULL);
CREATE INDEX attribution_receipts_outcome ON public.attribution_receipts USING btree (project_id, COALESCE(match_type, reason), installation_id);
CREATE INDEX attribution_receipts_project ON public.attribution_receipts USING btree (project_id, created_at DESC);

-- Who changed what in a project.
create table audit_entries (
  id uuid not null,
  project_id uuid not null,
  at timestamp with time zone not null default now(),
  actor_kind text not null,
  actor_id uuid,
  -- As it was then; users may be renamed or deleted. Of a key its name and how it begins.
  actor_name text not null,
  action text not null,
  target_kind text not null,
  target_id text,
  target_name text not null,
  details jsonb not null default '{}'::jsonb,
  constraint audit_entries_actor CHECK ((actor_kind = ANY (ARRAY['user'::text, 'operator'::text, 'system'::text, 'key'::text]))),
  constraint audit_entries_pkey PRIMARY KEY (id),
  constraint audit_entries_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX audit_entries_project ON public.audit_entries USING btree (project_id, id DESC);
CREATE INDEX audit_entries_target ON public.audit_entries USING btree (project_id, target_kind, target_id, id DESC) WHERE (target_id IS NOT NULL);

-- Events of the payment provider that were applied, so that a repeated one changes nothing.
create table billing_events (
  id text not null,
  type text not null,
  received_at timestamp with time zone not null default now(),
  constraint billing_events_pkey PRIMARY KEY (id)
);
CREATE INDEX billing_events_received ON public.billing_events USING btree (received_at);

-- What processes keep in memory and somebody has changed, for an hour: an outbox that each process follows.
create table changes (
  -- The position of a reader is the oldest transaction under way when it last read.
  transaction xid8 not null default pg_current_xact_id(),
  id bigint not null generated always as identity,
  kind text not null,
  project_id uuid,
  -- Slugs, the host or the key's hash.
  names text[] not null default '{}'::text[],
  at timestamp with time zone not null default now(),
  constraint changes_kind CHECK ((kind = ANY (ARRAY['link'::text, 'links'::text, 'installations'::text, 'domain'::text, 'project'::text, 'key'::text]))),
  constraint changes_pkey PRIMARY KEY (transaction, id)
);

-- Query parameters that a click forwards to the app, as a query string; for 90 days.
create table click_queries (
  click_id uuid not null,
  query text not null,
  constraint click_queries_pkey PRIMARY KEY (click_id)
);

-- What pages reported of a phone after its click.
create table click_reports (
  click_id uuid not null,
  screen text,
  time_zone text,
  language text,
  touches boolean not null default false,
  constraint click_reports_pkey PRIMARY KEY (click_id)
);

-- What an install can be matched with; kept for the matching window of the project, six hours at least.
create table click_signals (
  click_id uuid not null,
  project_id uuid not null,
  link_key bigint not null,
  clicked_at timestamp with time zone not null,
  -- Keyed hash of the IP address, under the key of its day.
  address_hash bigint not null,
  os text,
  os_major smallint,
  model text,
  screen text,
  time_zone text,
  language text,
  -- Matched, or opened in the app: it cannot be matched any more.
  used boolean not null default false,
  constraint click_signals_os CHECK ((os = ANY (ARRAY['ios'::text, 'android'::text]))),
  constraint click_signals_pkey PRIMARY KEY (click_id)
);
CREATE INDEX click_signals_address ON public.click_signals USING btree (address_hash, clicked_at);

-- Dictionary of the dimension values of clicks, apart from referrers.
create table click_terms (
  code smallint not null generated always as identity,
  dimension text not null,
  term text not null,
  constraint click_terms_pkey PRIMARY KEY (code),
  constraint click_terms_term UNIQUE (dimension, term)
);

-- One row per visit of a link, by month of its id.
create table clicks (
  -- UUID v7 whose time is clicked_at; also the click reference in URLs.
  id uuid not null,
  clicked_at timestamp with time zone not null,
  link_key bigint not null,
  -- Of the project of the link: projects.number.
  project_number integer not null,
  -- 1 click of a person, 2 preview by a crawler, 3 other bot.
  kind smallint not null,
  -- 0 link, 1 QR code, 2 resolved by the app.
  source smallint not null,
  -- Code in click_terms, as os, browser, country, app and language; null: unknown.
  device smallint,
  os smallint,
  browser smallint,
  country smallint,
  app smallint,
  -- Code in referrers: the host of the Referer header.
  referrer integer,
  -- Keyed hash of IP address and user agent, under the key of the day.
  visitor bigint,
  -- Code in routes; null: the link itself led the visit.
  route integer,
  language smallint,
  -- Code in routes: where the QR code was printed; null: no code, or none of a placement.
  placement integer,
  -- Code in referrers, as the other four: the campaign in the address that the link led to; null: none.
  utm_source integer,
  utm_medium integer,
  utm_campaign integer,
  utm_term integer,
  utm_content integer,
  constraint clicks_pkey PRIMARY KEY (id)
) partition by RANGE (id);
CREATE INDEX clicks_link_time ON ONLY public.clicks USING btree (link_key, clicked_at);
CREATE INDEX clicks_project_time ON ONLY public.clicks USING btree (project_number, clicked_at);
CREATE TRIGGER project_named BEFORE INSERT ON public.clicks FOR EACH ROW WHEN ((new.project_number IS NULL)) EXECUTE FUNCTION name_project();

-- What a link or a campaign has cost on a day.
create table costs (
  project_id uuid not null,
  -- In the time zone of whoever has sent it.
  day date not null,
  link_id uuid,
  -- utm_campaign.
  campaign text,
  currency text not null,
  -- Whole minor units of the currency.
  amount bigint not null,
  constraint costs_amount CHECK ((amount > 0)),
  constraint costs_key UNIQUE NULLS NOT DISTINCT (project_id, day, link_id, campaign, currency),
  constraint costs_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id) ON DELETE CASCADE,
  constraint costs_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint costs_target CHECK ((num_nonnulls(link_id, campaign) = 1))
);
CREATE INDEX costs_link_id ON public.costs USING btree (link_id) WHERE (link_id IS NOT NULL);

-- Second names of customers, as event sources say them.
create table customer_names (
  project_id uuid not null,
  name text not null,
  -- From when on it means this customer; the first one, before as well.
  since timestamp with time zone not null,
  customer_id text not null,
  constraint customer_names_pkey PRIMARY KEY (project_id, name, since),
  constraint customer_names_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX customer_names_customer ON public.customer_names USING btree (project_id, customer_id);

-- Whose an installation was, from when to when. Nothing is rewritten: a period begins, and it ends.
create table customer_periods (
  installation_id uuid not null,
  since timestamp with time zone not null,
  project_id uuid not null,
  -- The project's own id of the person.
  customer_id text not null,
  -- Another customer was named, or nobody; null: not yet.
  until timestamp with time zone,
  -- The app itself, with a key that anyone can read, or a server with a secret key.
  said_by text not null,
  -- From when on it decides nothing, because a server has named the customer on another installation; null: it does.
  outranked_at timestamp with time zone,
  -- Whether an app said it with a proof that the project's server had made; null: of a server, or stored by an earlier release.
  proved boolean,
  constraint customer_periods_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES installations(id) ON DELETE CASCADE,
  constraint customer_periods_order CHECK ((until >= since)),
  constraint customer_periods_pkey PRIMARY KEY (installation_id, since),
  constraint customer_periods_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint customer_periods_said_by CHECK ((said_by = ANY (ARRAY['app'::text, 'server'::text])))
);
CREATE INDEX customer_periods_customer ON public.customer_periods USING btree (project_id, customer_id, since);
CREATE UNIQUE INDEX customer_periods_open ON public.customer_periods USING btree (installation_id) WHERE (until IS NULL);

-- People who are signed in to the dashboard.
create table dashboard_sessions (
  id uuid not null,
  user_id uuid not null,
  token text not null,
  expires_at timestamp with time zone not null,
  -- Masked: the network of the IP address.
  address text,
  user_agent text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  -- The token before; when it comes back, someone has copied it and the session ends.
  previous_token text,
  rotated_at timestamp with time zone,
  constraint dashboard_sessions_pkey PRIMARY KEY (id),
  constraint dashboard_sessions_token UNIQUE (token),
  constraint dashboard_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX dashboard_sessions_expiry ON public.dashboard_sessions USING btree (expires_at);
CREATE INDEX dashboard_sessions_user ON public.dashboard_sessions USING btree (user_id);
CREATE UNIQUE INDEX dashboard_sessions_family ON public.dashboard_sessions USING btree (split_part(token, '~'::text, 1));

-- Keys of the hashes of a day, encrypted with a key derived from SECRET. Without its row a day's hashes cannot be recomputed.
create table day_keys (
  day date not null,
  sealed_key bytea not null,
  constraint day_keys_pkey PRIMARY KEY (day)
);

-- Clicks whose link was given to an app by a deferred match: a click matches once.
create table delivered_clicks (
  click_id uuid not null,
  constraint delivered_clicks_pkey PRIMARY KEY (click_id)
);

create table deployment (
  one boolean not null default true,
  id uuid not null default gen_random_uuid(),
  clicks_in text not null default 'postgresql'::text,
  -- A migration asks for the lifetime numbers of links to be counted again.
  recount boolean not null default false,
  constraint deployment_clicks_in CHECK ((clicks_in = ANY (ARRAY['postgresql'::text, 'clickhouse'::text]))),
  constraint deployment_one_check CHECK (one),
  constraint deployment_pkey PRIMARY KEY (one)
);

create table domain_examinations (
  domain_id uuid not null,
  next_at timestamp with time zone not null,
  constraint domain_examinations_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint domain_examinations_pkey PRIMARY KEY (domain_id)
);

create table domain_reports (
  id uuid not null,
  domain_id uuid not null,
  examined_at timestamp with time zone not null,
  verdict text not null,
  report jsonb not null,
  constraint domain_reports_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint domain_reports_pkey PRIMARY KEY (id),
  constraint domain_reports_verdict CHECK ((verdict = ANY (ARRAY['ok'::text, 'warning'::text, 'problem'::text])))
);
CREATE INDEX domain_reports_domain ON public.domain_reports USING btree (domain_id, examined_at DESC, id DESC);

create table domains (
  id uuid not null,
  project_id uuid not null,
  host text not null,
  verification_token text not null,
  -- Null: not verified; the domain serves nothing.
  verified_at timestamp with time zone,
  is_primary boolean not null default false,
  created_at timestamp with time zone not null default now(),
  checked_at timestamp with time zone,
  check_result jsonb,
  -- A removed domain is kept, since links name it.
  removed_at timestamp with time zone,
  -- A subdomain of LINK_DOMAIN, verified without DNS.
  given boolean not null default false,
  firebase_hosts text[],
  -- Where the domain itself leads, without a path; null: to the page that says there is nothing.
  root_url text,
  -- Where a slug leads that does not exist; null: to the same page.
  not_found_url text,
  constraint domains_host_lower_case CHECK ((host = lower(host))),
  constraint domains_pkey PRIMARY KEY (id),
  constraint domains_project_host UNIQUE (project_id, host),
  constraint domains_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX domains_unchecked ON public.domains USING btree (checked_at NULLS FIRST);
CREATE UNIQUE INDEX domains_primary ON public.domains USING btree (project_id) WHERE is_primary;
CREATE UNIQUE INDEX domains_verified_host ON public.domains USING btree (host) WHERE (verified_at IS NOT NULL);
CREATE TRIGGER domains_changed AFTER INSERT OR DELETE OR UPDATE ON public.domains FOR EACH ROW EXECUTE FUNCTION announce_domain();

-- Which events are deleted: nothing reads them, and after a day the nightly job deletes them.
create table event_deletions (
  id uuid not null,
  project_id uuid not null,
  -- By the time of the event, which is before `to_at`.
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  -- Only what this one said; null: whoever said it.
  said_by text,
  name text,
  source_id uuid,
  -- How ids of the source begin, by which events of earlier releases are found.
  source_prefix text,
  -- Events received later stay.
  deleted_at timestamp with time zone not null,
  constraint event_deletions_pkey PRIMARY KEY (id),
  constraint event_deletions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint event_deletions_source CHECK (((source_id IS NULL) = (source_prefix IS NULL)))
);
CREATE INDEX event_deletions_project ON public.event_deletions USING btree (project_id);

-- Services that send events to a project.
create table event_sources (
  id uuid not null,
  project_id uuid not null,
  kind text not null,
  name text not null,
  -- By kind; never a secret.
  settings jsonb not null,
  -- What the service signs with, encrypted with SECRET; null: it signs with a key that is public.
  sealed text,
  -- Everything that it sends is a test.
  test_only boolean not null,
  created_at timestamp with time zone not null default now(),
  -- When it last sent something that was signed.
  received_at timestamp with time zone,
  problem_at timestamp with time zone,
  -- Why something that it sent could not be used.
  problem text,
  constraint event_sources_pkey PRIMARY KEY (id),
  constraint event_sources_problem CHECK (((problem_at IS NULL) = (problem IS NULL))),
  constraint event_sources_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX event_sources_project ON public.event_sources USING btree (project_id);

-- What happened in apps and on servers. Which link it is credited to is found when it is read.
create table events (
  project_number integer not null,
  -- The sender's own id: sent again, the event counts once.
  event_id text not null,
  name text not null,
  -- When it happened, by the server's clock as far as can be known.
  at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  -- Sent with a publishable key, which everyone who has the app can read.
  from_app boolean not null,
  -- When it happened as the sender said; null: it said nothing.
  said_at timestamp with time zone,
  -- As the app sent it: its own id of the installation, or the record's.
  installation text,
  click_id uuid,
  -- The project's own id of the person.
  customer_id text,
  -- Revenue in whole minor units of the currency; negative: a refund.
  amount bigint,
  -- ISO 4217.
  currency text,
  -- Null: one.
  quantity integer,
  transaction_id text,
  items jsonb,
  properties jsonb,
  -- Left out of every number.
  test boolean not null,
  -- The link it was credited to when its installation was erased, which nothing else says any more.
  link_key bigint,
  -- `app`, `server` or the kind of an event source; null: stored by an earlier release, `from_app` and the id say it.
  said_by text,
  -- The event source that sent it; null: none did, or an earlier release stored it.
  source_id uuid,
  constraint events_pkey PRIMARY KEY (project_number, event_id),
  constraint events_revenue CHECK (((amount IS NULL) = (currency IS NULL)))
);
CREATE INDEX events_click ON public.events USING btree (project_number, click_id) WHERE (click_id IS NOT NULL);
CREATE INDEX events_customer ON public.events USING btree (project_number, customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX events_installation ON public.events USING btree (project_number, installation) WHERE (installation IS NOT NULL);
CREATE INDEX events_link ON public.events USING btree (project_number, link_key) WHERE (link_key IS NOT NULL);
CREATE INDEX events_time ON public.events USING btree (project_number, at);
CREATE INDEX events_transaction ON public.events USING btree (project_number, transaction_id, at) WHERE (transaction_id IS NOT NULL);

create table exports (
  id uuid not null,
  project_id uuid not null,
  user_id uuid,
  status text not null,
  filters jsonb not null,
  row_count integer,
  bytes bigint,
  error text,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  mailed_at timestamp with time zone,
  -- When the last download URL ends; then row and file are deleted.
  links_end_at timestamp with time zone,
  constraint exports_completed CHECK (((status <> 'completed'::text) OR (row_count IS NOT NULL))),
  constraint exports_failed CHECK (((status <> 'failed'::text) OR (error IS NOT NULL))),
  constraint exports_pkey PRIMARY KEY (id),
  constraint exports_status CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text, 'failed'::text]))),
  constraint exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX exports_links_end ON public.exports USING btree (links_end_at) WHERE (links_end_at IS NOT NULL);
CREATE INDEX exports_project ON public.exports USING btree (project_id, id DESC);

-- Members who may change the links of a folder whatever their role is.
create table folder_editors (
  project_id uuid not null,
  folder_id uuid not null,
  user_id uuid not null,
  constraint folder_editors_folder_fkey FOREIGN KEY (project_id, folder_id) REFERENCES folders(project_id, id) ON DELETE CASCADE,
  constraint folder_editors_member_fkey FOREIGN KEY (project_id, user_id) REFERENCES project_members(project_id, user_id) ON DELETE CASCADE,
  constraint folder_editors_pkey PRIMARY KEY (folder_id, user_id)
);
CREATE INDEX folder_editors_member ON public.folder_editors USING btree (project_id, user_id);

-- Folders in which a project keeps its links.
create table folders (
  id uuid not null,
  project_id uuid not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  -- Only the owner and the editors of the folder change it and its links.
  locked boolean not null default false,
  constraint folders_pkey PRIMARY KEY (id),
  constraint folders_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint folders_project_id_id UNIQUE (project_id, id)
);
CREATE UNIQUE INDEX folders_name ON public.folders USING btree (project_id, lower(name));

-- Subdomains of LINK_DOMAIN that were ever given to a project; none is given to another one.
create table given_hosts (
  host text not null,
  project_id uuid not null,
  given_at timestamp with time zone not null default now(),
  constraint given_hosts_pkey PRIMARY KEY (host)
);

-- Links of deleted projects whose clicks are still to be deleted.
create table gone_links (
  link_key bigint not null,
  gone_at timestamp with time zone not null default now(),
  constraint gone_links_pkey PRIMARY KEY (link_key)
);

-- What proofs of identities are made with.
create table identity_secrets (
  project_id uuid not null,
  -- Encrypted with SECRET; encrypted anew after it changes (reencryptSecrets.ts).
  sealed text not null,
  -- All that is ever shown of it again.
  last_characters text not null,
  made_at timestamp with time zone not null,
  -- The one before, encrypted as well: its proofs count until previous_until.
  previous text,
  previous_until timestamp with time zone,
  constraint identity_secrets_pkey PRIMARY KEY (project_id),
  constraint identity_secrets_previous CHECK (((previous IS NULL) = (previous_until IS NULL))),
  constraint identity_secrets_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

create table installations (
  id uuid not null,
  project_id uuid not null,
  -- The id that the app sends, matched exactly.
  client_id text not null,
  device_id text,
  persistent_device_id text,
  device_model text,
  device_manufacturer text,
  os_name text,
  os_version text,
  app_version text,
  app_build text,
  language text,
  timezone text,
  network_type text,
  device_orientation text,
  battery_level double precision,
  is_charging boolean,
  metadata jsonb,
  -- The SDK that tracked it.
  client_type text,
  client_version text,
  client_platform text,
  -- The installation of the same device before this one: a reinstall.
  previous_id uuid,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  -- As in Referrers.ts; emptied 180 days after first_seen_at.
  referrers jsonb,
  -- Who was named last, for lists and searches; null: nobody. Whose it was when stands in customer_periods.
  customer_id text,
  constraint installations_battery_level CHECK (((battery_level >= (0)::double precision) AND (battery_level <= (1)::double precision))),
  constraint installations_client_id UNIQUE (project_id, client_id),
  constraint installations_pkey PRIMARY KEY (id),
  constraint installations_previous_id_fkey FOREIGN KEY (previous_id) REFERENCES installations(id) ON DELETE SET NULL,
  constraint installations_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX installations_customer ON public.installations USING btree (project_id, customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX installations_device ON public.installations USING btree (project_id, device_id) WHERE (device_id IS NOT NULL);
CREATE INDEX installations_persistent_device ON public.installations USING btree (project_id, persistent_device_id, first_seen_at DESC) WHERE (persistent_device_id IS NOT NULL);
CREATE INDEX installations_previous ON public.installations USING btree (previous_id) WHERE (previous_id IS NOT NULL);
CREATE INDEX installations_project ON public.installations USING btree (project_id, id DESC);
CREATE INDEX installations_referrers_key ON public.installations USING btree (first_seen_at) WHERE (referrers IS NOT NULL);
CREATE INDEX installations_user ON public.installations USING btree (project_id, ((metadata ->> 'userId'::text))) WHERE ((metadata ->> 'userId'::text) IS NOT NULL);
CREATE TRIGGER installations_customer_said AFTER UPDATE OF customer_id ON public.installations FOR EACH ROW WHEN ((old.customer_id IS DISTINCT FROM new.customer_id)) EXECUTE FUNCTION note_customer();
CREATE TRIGGER installations_deleted AFTER DELETE ON public.installations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_installations();

create table invitations (
  id uuid not null,
  project_id uuid not null,
  email text not null,
  role text not null,
  token_hash bytea not null,
  invited_by uuid,
  invited_by_name text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  -- False: the link was passed on by hand, so it does not prove the email.
  mailed boolean not null default true,
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_project_email UNIQUE (project_id, email),
  constraint invitations_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint invitations_role CHECK ((role = ANY (ARRAY['admin'::text, 'viewer'::text]))),
  constraint invitations_token UNIQUE (token_hash)
);
CREATE INDEX invitations_inviter ON public.invitations USING btree (invited_by);

-- How far the journal of each process has been loaded, in the transaction that loaded it.
create table journals (
  id uuid not null,
  position bigint not null,
  updated_at timestamp with time zone not null default now(),
  -- Nothing that was answered before this moment is missing; infinity: its process has ended with all of it loaded. Older than a day: it is taken to be gone.
  loaded_until timestamp with time zone,
  shipping_to bigint,
  constraint journals_pkey PRIMARY KEY (id)
);

-- Replies to creations, kept for a day for clients that repeat one under the same Idempotency-Key.
create table kept_replies (
  -- The credential: `key` or `user` and its id.
  caller text not null,
  idempotency_key text not null,
  -- SHA-256 of operation, path, query and body.
  request_hash text not null,
  status integer not null,
  headers text not null,
  -- JSON, as text: it is sent again as it was.
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint kept_replies_pkey PRIMARY KEY (caller, idempotency_key)
);
CREATE INDEX kept_replies_created ON public.kept_replies USING btree (created_at);

-- The last changes of each link; links that were changed together have a change of the same id.
create table link_changes (
  link_id uuid not null,
  -- A UUID v7: its time is that of the change.
  id uuid not null,
  author_kind text not null,
  author_id uuid,
  -- Of the person or the application key, as it was then.
  author_name text not null,
  -- The changed columns of the link with their values before; after has the same keys.
  before jsonb not null,
  after jsonb not null,
  constraint link_changes_author_kind CHECK ((author_kind = ANY (ARRAY['user'::text, 'operator'::text, 'system'::text, 'key'::text]))),
  constraint link_changes_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id) ON DELETE CASCADE,
  constraint link_changes_pkey PRIMARY KEY (link_id, id)
);

-- What members write on the page of a link.
create table link_comments (
  id uuid not null,
  project_id uuid not null,
  link_id uuid not null,
  -- Null: the account has been deleted.
  author_id uuid,
  text text not null,
  created_at timestamp with time zone not null default now(),
  edited_at timestamp with time zone,
  constraint link_comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint link_comments_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id) ON DELETE CASCADE,
  constraint link_comments_pkey PRIMARY KEY (id),
  constraint link_comments_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX link_comments_author ON public.link_comments USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX link_comments_link ON public.link_comments USING btree (link_id, id);
CREATE INDEX link_comments_project ON public.link_comments USING btree (project_id);

-- Lifetime numbers of links, moved in the transaction of the rows they count.
create table link_counters (
  link_key bigint not null,
  clicks bigint not null default 0,
  previews bigint not null default 0,
  bots bigint not null default 0,
  opens bigint not null default 0,
  last_clicked_at timestamp with time zone,
  project_number integer not null,
  constraint link_counters_pkey PRIMARY KEY (link_key)
);
CREATE TRIGGER project_named BEFORE INSERT ON public.link_counters FOR EACH ROW WHEN ((new.project_number IS NULL)) EXECUTE FUNCTION name_project();

-- Live links of projects, in 16 parts so that simultaneous creations do not wait for each other; their sum counts.
create table link_counts (
  project_id uuid not null,
  slot smallint not null,
  links integer not null,
  constraint link_counts_pkey PRIMARY KEY (project_id, slot),
  constraint link_counts_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

-- Numbers of rows that retention has deleted: lifetime totals still include them.
create table link_expired (
  link_key bigint not null,
  clicks bigint not null default 0,
  previews bigint not null default 0,
  bots bigint not null default 0,
  opens bigint not null default 0,
  last_clicked_at timestamp with time zone,
  project_number integer not null,
  constraint link_expired_pkey PRIMARY KEY (link_key)
);
CREATE TRIGGER project_named BEFORE INSERT ON public.link_expired FOR EACH ROW WHEN ((new.project_number IS NULL)) EXECUTE FUNCTION name_project();

-- Images for previews of links that people have uploaded. No reference to the project: when it is gone, its files are yet to be deleted.
create table link_images (
  project_id uuid not null,
  -- Of its file in the store and in its URL: a hash of the project and the bytes.
  name text not null,
  created_at timestamp with time zone not null default now(),
  -- Since when no link or template names it, as the nightly look found; null: one did.
  unused_since timestamp with time zone,
  constraint link_images_pkey PRIMARY KEY (project_id, name)
);

-- Changes of printed links that wait for approval, one for each link.
create table link_proposals (
  link_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  -- Null: the account has been deleted.
  proposer_id uuid,
  -- Fields of the request that updates a link; null: the link is to be deleted.
  changes jsonb,
  -- Where the link led when the change was proposed.
  lead_version text not null,
  created_at timestamp with time zone not null default now(),
  constraint link_proposals_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id) ON DELETE CASCADE,
  constraint link_proposals_pkey PRIMARY KEY (link_id),
  constraint link_proposals_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint link_proposals_proposer_id_fkey FOREIGN KEY (proposer_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX link_proposals_project ON public.link_proposals USING btree (project_id);
CREATE INDEX link_proposals_proposer ON public.link_proposals USING btree (proposer_id) WHERE (proposer_id IS NOT NULL);

-- Templates of links: what new links of a kind have in common.
create table link_templates (
  id uuid not null,
  project_id uuid not null,
  name text not null,
  -- Fields of the request that creates a link.
  fields jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint link_templates_pkey PRIMARY KEY (id),
  constraint link_templates_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX link_templates_name ON public.link_templates USING btree (project_id, lower(name));

-- Saved views of the list of links.
create table link_views (
  id uuid not null,
  project_id uuid not null,
  -- Whose it is; null: the team's.
  user_id uuid,
  name text not null,
  filters jsonb not null,
  columns text[] not null,
  created_at timestamp with time zone not null default now(),
  constraint link_views_pkey PRIMARY KEY (id),
  constraint link_views_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint link_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX link_views_user_id ON public.link_views USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX link_views_name ON public.link_views USING btree (project_id, user_id, lower(name)) NULLS NOT DISTINCT;

create table links (
  id uuid not null,
  -- Short name of the link in clicks and totals.
  key bigint not null generated always as identity,
  project_id uuid not null,
  domain_id uuid not null,
  type text not null,
  slug text not null,
  name text,
  external_id text,
  fallback_url text,
  ios_url text,
  android_url text,
  ios_fallback_url text,
  android_fallback_url text,
  parameters jsonb,
  metadata jsonb,
  allow_query_passthrough boolean not null default false,
  -- Null: on where the iOS app of the project is configured.
  ios_social_breakout boolean,
  ios_browser_auto_open boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  -- Everything a search looks at, in lower case.
  search_text text not null generated always as (lower(((((((((((((((COALESCE(name, ''::text) || '
'::text) || slug) || '
'::text) || COALESCE(external_id, ''::text)) || '
'::text) || COALESCE(fallback_url, ''::text)) || '
'::text) || COALESCE(ios_url, ''::text)) || '
'::text) || COALESCE(android_url, ''::text)) || '
'::text) || COALESCE(ios_fallback_url, ''::text)) || '
'::text) || COALESCE(android_fallback_url, ''::text)))) stored,
  tags text[] not null default '{}'::text[],
  expires_at timestamp with time zone,
  archived boolean not null default false,
  imported_clicks bigint,
  -- Created with a publishable key; false for links from before this was recorded.
  made_by_app boolean not null default false,
  -- Where visitors go once the link has expired.
  expired_url text,
  -- Clicks of people after which the link expires.
  expires_after_clicks bigint,
  -- It has had as many.
  used_up boolean not null default false,
  -- In order, each with its name: the first that fits decides.
  rules jsonb,
  -- An experiment with the visitors whom no rule fits.
  variants jsonb,
  -- The folder of the same project that the link is in; null: none.
  folder_id uuid,
  -- Where its QR codes are printed, each with its code in `_qr`.
  placements jsonb,
  -- Its code is on paper: where it leads changes by an approved proposal alone.
  printed boolean not null default false,
  constraint links_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id),
  constraint links_expires_after_clicks CHECK ((expires_after_clicks > 0)),
  constraint links_folder_id_fkey FOREIGN KEY (project_id, folder_id) REFERENCES folders(project_id, id) ON DELETE SET NULL (folder_id),
  constraint links_imported_clicks CHECK ((imported_clicks >= 0)),
  constraint links_key UNIQUE (key) INCLUDE (project_id),
  constraint links_pkey PRIMARY KEY (id),
  constraint links_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint links_type CHECK ((type = ANY (ARRAY['unified'::text, 'dynamic'::text])))
);
CREATE INDEX links_created ON public.links USING btree (project_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX links_deleted ON public.links USING btree (project_id, deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX links_domain ON public.links USING btree (domain_id);
CREATE INDEX links_fallback_url ON public.links USING hash (fallback_url) WHERE (deleted_at IS NULL);
CREATE INDEX links_folder ON public.links USING btree (project_id, folder_id, created_at DESC, id DESC) INCLUDE (deleted_at) WHERE (folder_id IS NOT NULL);
CREATE INDEX links_printed ON public.links USING btree (project_id) WHERE (printed AND (deleted_at IS NULL));
CREATE INDEX links_tagged ON public.links USING btree (project_id) INCLUDE (tags) WHERE ((deleted_at IS NULL) AND (tags <> '{}'::text[]));
CREATE INDEX links_to_use_up ON public.links USING btree (key) WHERE ((expires_after_clicks IS NOT NULL) AND (NOT used_up) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX links_external_id ON public.links USING btree (project_id, external_id) WHERE ((deleted_at IS NULL) AND (external_id IS NOT NULL));
CREATE UNIQUE INDEX links_slug ON public.links USING btree (project_id, slug) WHERE (deleted_at IS NULL);
CREATE TRIGGER links_counted_anew AFTER UPDATE ON public.links REFERENCING OLD TABLE AS earlier NEW TABLE AS later FOR EACH STATEMENT EXECUTE FUNCTION count_updated_links();
CREATE TRIGGER links_counted_in AFTER INSERT ON public.links REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_links();
CREATE TRIGGER links_counted_out AFTER DELETE ON public.links REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_links();
CREATE TRIGGER links_deleted AFTER DELETE ON public.links REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_links();
CREATE TRIGGER links_inserted AFTER INSERT ON public.links REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_links();
CREATE TRIGGER links_updated AFTER UPDATE ON public.links REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_links();

create table long_links (
  domain_id uuid not null,
  host text not null,
  campaign text not null,
  link_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint long_links_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint long_links_link UNIQUE (link_id),
  constraint long_links_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id) ON DELETE CASCADE,
  constraint long_links_pkey PRIMARY KEY (domain_id, host, campaign)
);

create table meta_referrer_keys (
  project_id uuid not null,
  -- Encrypted with SECRET; encrypted anew after it changes (reencryptSecrets.ts).
  sealed text not null,
  -- All that is ever shown of it.
  last_characters text not null,
  constraint meta_referrer_keys_pkey PRIMARY KEY (project_id),
  constraint meta_referrer_keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

create table migrations (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (number)
);

-- Pages of numbers that anybody may read who has the address, whose key is derived from SECRET.
create table number_shares (
  id uuid not null,
  project_id uuid not null,
  link_id uuid,
  name text not null,
  -- Only of clicks with these.
  facts jsonb not null,
  password_hash text,
  created_at timestamp with time zone not null default now(),
  -- Whether the page shows events and revenue that are credited to its links.
  shows_events boolean not null default false,
  -- Whether it shows the notes of the project, without who wrote them.
  shows_notes boolean not null default false,
  constraint number_shares_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id) ON DELETE CASCADE,
  constraint number_shares_notes CHECK (((NOT shows_notes) OR (link_id IS NULL))),
  constraint number_shares_pkey PRIMARY KEY (id),
  constraint number_shares_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX number_shares_link_id ON public.number_shares USING btree (link_id) WHERE (link_id IS NOT NULL);
CREATE INDEX number_shares_project ON public.number_shares USING btree (project_id, created_at);

-- Clicks that opened the app, one row each, by month of the click.
create table opens (
  click_id uuid not null,
  opened_at timestamp with time zone not null,
  link_key bigint not null,
  project_number integer not null,
  installation_id uuid,
  constraint opens_pkey PRIMARY KEY (click_id)
) partition by RANGE (click_id);
CREATE INDEX opens_link_time ON ONLY public.opens USING btree (link_key, opened_at);
CREATE INDEX opens_time ON ONLY public.opens USING brin (opened_at) WITH (pages_per_range='2');
CREATE TRIGGER project_named BEFORE INSERT ON public.opens FOR EACH ROW WHEN ((new.project_number IS NULL)) EXECUTE FUNCTION name_project();

-- Passkeys (WebAuthn credentials) by which people sign in to the dashboard.
create table passkeys (
  id uuid not null,
  user_id uuid not null,
  -- The authenticator's name for it, in base64url.
  credential_id text not null,
  -- In COSE, as the authenticator gave it.
  public_key bytea not null,
  -- How often it has signed, as it said last; 0 for those that do not count.
  counter bigint not null,
  -- How browsers reach it, which they are told when another is added.
  transports text[] not null,
  -- The host of the dashboard's public address when it was added (the RP ID): it works at no other.
  host text not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint passkeys_credential_id UNIQUE (credential_id),
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user_id ON public.passkeys USING btree (user_id);

create table project_members (
  project_id uuid not null,
  user_id uuid not null,
  role text not null,
  created_at timestamp with time zone not null default now(),
  -- They get the numbers of each week by email.
  weekly_mail boolean not null default false,
  -- The Monday of the last one.
  weekly_mailed_on date,
  constraint project_members_pkey PRIMARY KEY (project_id, user_id),
  constraint project_members_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint project_members_role CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'viewer'::text]))),
  constraint project_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX project_members_user ON public.project_members USING btree (user_id);
CREATE INDEX project_members_weekly_mail ON public.project_members USING btree (project_id) WHERE weekly_mail;
CREATE UNIQUE INDEX project_members_owner ON public.project_members USING btree (project_id) WHERE (role = 'owner'::text);

-- Since when the clicks of a project are kept; older ones are gone or on their way out.
create table project_retention (
  project_id uuid not null,
  kept_from timestamp with time zone not null,
  -- Clicks in ClickHouse before this are counted in link_expired and being deleted; null: none are.
  deleting_to timestamp with time zone,
  constraint project_retention_pkey PRIMARY KEY (project_id),
  constraint project_retention_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

create table projects (
  id uuid not null,
  name text not null,
  plan text not null,
  -- Where visitors go when a link has nothing for them.
  default_url text,
  require_installation boolean not null default false,
  probabilistic_matching boolean not null default true,
  matching_window_minutes integer not null default 60,
  ios_team_id text,
  ios_bundle_id text,
  ios_scheme text,
  ios_store_id text,
  android_package text,
  android_sha256_fingerprints text[] not null default '{}'::text[],
  android_scheme text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  -- Null: as long as the plan keeps clicks.
  click_retention_days integer,
  allowed_origins text[] not null default '{}'::text[],
  -- Short name of the project in clicks and totals.
  number integer not null generated always as identity,
  -- Where links made with a publishable key may lead: listed hosts, any, or none: they make none.
  app_links text not null default 'listed'::text,
  -- Hosts that such links may lead to, besides those the project leads to anyway.
  app_link_hosts text[] not null default '{}'::text[],
  matching_by_consent boolean not null default false,
  copy_button boolean not null default false,
  -- IANA name: weekdays and hours of rules are read in it.
  time_zone text not null default 'UTC'::text,
  -- Allowed values by the part of utm_ parameters, such as source; none: any.
  utm_values jsonb not null default '{}'::jsonb,
  -- Logo, icon, colour, links and texts of the pages that visitors see; null: as for everyone.
  brand jsonb,
  -- How long after a link has opened a known installation events are credited to it, apart from the install's credit; 0: not at all.
  reengagement_days integer not null default 7,
  -- Whether apps need a proof to identify an installation: apps (none) or signed.
  identify text not null default 'apps'::text,
  -- Whose revenue is added up; `servers`: what apps say is kept and shown, and not added.
  revenue_from text not null default 'any'::text,
  -- Events that apps may send on a day in UTC; null: any number.
  daily_app_events integer,
  constraint projects_app_links CHECK ((app_links = ANY (ARRAY['listed'::text, 'any'::text, 'none'::text]))),
  constraint projects_click_retention CHECK ((click_retention_days >= 1)),
  constraint projects_daily_app_events CHECK ((daily_app_events > 0)),
  constraint projects_identify CHECK ((identify = ANY (ARRAY['apps'::text, 'signed'::text]))),
  constraint projects_matching_window CHECK (((matching_window_minutes >= 5) AND (matching_window_minutes <= 1440))),
  constraint projects_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255))),
  constraint projects_number UNIQUE (number),
  constraint projects_pkey PRIMARY KEY (id),
  constraint projects_reengagement_days CHECK (((reengagement_days >= 0) AND (reengagement_days <= 90))),
  constraint projects_revenue_from CHECK ((revenue_from = ANY (ARRAY['any'::text, 'servers'::text])))
);
CREATE INDEX projects_android_scheme ON public.projects USING btree (android_scheme) WHERE (android_scheme IS NOT NULL);
CREATE INDEX projects_ios_scheme ON public.projects USING btree (ios_scheme) WHERE (ios_scheme IS NOT NULL);
CREATE TRIGGER projects_changed AFTER INSERT OR DELETE OR UPDATE ON public.projects FOR EACH ROW EXECUTE FUNCTION announce_project();

-- Budgets of rate limits, shared by all processes; rows are deleted when their window is over.
create table rate_limits (
  -- Keyed hash of the name of the budget.
  budget text not null,
  ends_at timestamp with time zone not null,
  quota integer not null,
  drawn integer not null,
  -- Tokens that the last statement got (leaseTokens.ts).
  granted integer not null,
  constraint rate_limits_pkey PRIMARY KEY (budget)
);
CREATE INDEX rate_limits_ends ON public.rate_limits USING btree (ends_at);

-- The last open of an installation, for a minute: the same one twice counts once.
create table recent_opens (
  installation_id uuid not null,
  click_id uuid not null,
  link_key bigint not null,
  query_hash bigint not null,
  opened_at timestamp with time zone not null,
  constraint recent_opens_pkey PRIMARY KEY (installation_id)
);

-- Dictionary of what visitors bring: the host of the Referer header, and the parts of campaigns.
create table referrers (
  code integer not null generated always as identity,
  host text not null,
  -- The project that it was added for; null: shared by all.
  project_id uuid,
  added_on date not null default ((now() AT TIME ZONE 'UTC'::text))::date,
  -- Unused ones are deleted.
  seen_on date not null default ((now() AT TIME ZONE 'UTC'::text))::date,
  constraint referrers_pkey PRIMARY KEY (code)
);
CREATE INDEX referrers_added ON public.referrers USING btree (project_id, added_on) WHERE (project_id IS NOT NULL);
CREATE INDEX referrers_seen ON public.referrers USING btree (seen_on);
CREATE UNIQUE INDEX referrers_host_project ON public.referrers USING btree (host, project_id) NULLS NOT DISTINCT;

-- UTC days that are over. While one is stale, or is not here, rows answer for it.
create table rolled_days (
  day timestamp with time zone not null,
  stale boolean not null default true,
  constraint rolled_days_pkey PRIMARY KEY (day)
);

-- Whole UTC days of projects and busy links, counted from their rows once the day is over; see docs/analytics-storage.md.
create table rollups (
  project_number integer not null,
  -- 0: the whole project.
  link_key bigint not null,
  -- 0: by quarter of an hour, with the kind as code (0 opens); 8: distinct visitors; others as in Click.ts, by day.
  dimension smallint not null,
  at timestamp with time zone not null,
  -- Of click_terms or referrers; 0: unknown.
  code integer not null,
  count bigint not null,
  constraint rollups_pkey PRIMARY KEY (project_number, link_key, dimension, at, code) INCLUDE (count),
  constraint rollups_project_number_fkey FOREIGN KEY (project_number) REFERENCES projects(number) ON DELETE CASCADE
);
CREATE INDEX rollups_at ON public.rollups USING brin (at);

-- Dictionary of names that people of a project gave: the rules and variants that led clicks, and placements.
create table routes (
  code integer not null generated always as identity,
  project_id uuid not null,
  -- rule or variant, a space, and its name; or the name of a placement.
  route text not null,
  constraint routes_pkey PRIMARY KEY (code),
  constraint routes_route UNIQUE (project_id, route)
);

-- Sessions of apps, as their SDKs report them.
create table sessions (
  id uuid not null,
  project_id uuid not null,
  installation_id uuid not null,
  state text not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  network_type text,
  device_orientation text,
  battery_level double precision,
  is_charging boolean,
  metadata jsonb,
  constraint sessions_battery_level CHECK (((battery_level >= (0)::double precision) AND (battery_level <= (1)::double precision))),
  constraint sessions_ended_at CHECK (((state = 'ended'::text) = (ended_at IS NOT NULL))),
  constraint sessions_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES installations(id) ON DELETE CASCADE,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint sessions_state CHECK ((state = ANY (ARRAY['active'::text, 'ended'::text, 'abandoned'::text])))
);
CREATE INDEX sessions_installation ON public.sessions USING btree (installation_id, started_at DESC);
CREATE INDEX sessions_open_since ON public.sessions USING btree (started_at) WHERE ((state = 'active'::text) AND (ended_at IS NULL));
CREATE INDEX sessions_project ON public.sessions USING btree (project_id, started_at);
CREATE UNIQUE INDEX sessions_active ON public.sessions USING btree (installation_id) WHERE (state = 'active'::text);

-- What the payment provider says a project pays for.
create table subscriptions (
  project_id uuid not null,
  customer_id text not null,
  subscription_id text not null,
  item_id text,
  plan text,
  billing_period text,
  status text not null,
  period_end timestamp with time zone,
  ends_at timestamp with time zone,
  -- When the event happened that the row comes from: an older one changes nothing.
  event_at timestamp with time zone not null,
  event_type text not null,
  constraint subscriptions_period CHECK ((billing_period = ANY (ARRAY['monthly'::text, 'yearly'::text]))),
  constraint subscriptions_pkey PRIMARY KEY (project_id),
  constraint subscriptions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

create table tag_colors (
  project_id uuid not null,
  -- In lower case.
  tag text not null,
  -- A name of the palette in the contract.
  color text not null,
  constraint tag_colors_pkey PRIMARY KEY (project_id, tag),
  constraint tag_colors_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

create table test_codes (
  id uuid not null,
  project_id uuid not null,
  link_key bigint not null,
  -- SHA-256; the code itself is shown once.
  hash bytea not null,
  created_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  -- How often an app was given the link: all that is counted of a test.
  uses integer not null default 0,
  constraint test_codes_hash UNIQUE (hash),
  constraint test_codes_pkey PRIMARY KEY (id),
  constraint test_codes_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX test_codes_ends ON public.test_codes USING btree (ends_at);
CREATE INDEX test_codes_project ON public.test_codes USING btree (project_id, id);

-- Second factors. Secrets and backup codes are encrypted with a key derived from SECRET.
create table two_factors (
  id uuid not null,
  user_id uuid not null,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamp with time zone,
  -- The time step of the last accepted code: each code is good once.
  last_step bigint,
  constraint two_factors_pkey PRIMARY KEY (id),
  constraint two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX two_factors_user ON public.two_factors USING btree (user_id);

-- Mails about 80 % and 100 % of a limit that were sent in a month.
create table usage_warnings (
  project_id uuid not null,
  month date not null,
  limit_name text not null,
  percent smallint not null,
  sent_at timestamp with time zone not null default now(),
  constraint usage_warnings_month CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint usage_warnings_percent CHECK ((percent = ANY (ARRAY[80, 100]))),
  constraint usage_warnings_pkey PRIMARY KEY (project_id, month, limit_name, percent),
  constraint usage_warnings_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

-- Ways to sign in of a user: password or provider. Tokens are encrypted with a key derived from SECRET.
create table user_accounts (
  id uuid not null,
  user_id uuid not null,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint user_accounts_identity UNIQUE (provider_id, account_id),
  constraint user_accounts_pkey PRIMARY KEY (id),
  constraint user_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX user_accounts_user ON public.user_accounts USING btree (user_id);

create table users (
  id uuid not null,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint users_email UNIQUE (email),
  constraint users_email_lower_case CHECK ((email !~ '[A-Z[:space:]]'::text)),
  constraint users_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255))),
  constraint users_pkey PRIMARY KEY (id)
);

-- Secrets of mails and pending sign-ins of the accounts library.
create table verifications (
  id uuid not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint verifications_pkey PRIMARY KEY (id)
);
CREATE INDEX verifications_expiry ON public.verifications USING btree (expires_at);
CREATE INDEX verifications_identifier ON public.verifications USING btree (identifier);

create view link_number_parts as
 SELECT link_counters.link_key,
    link_counters.clicks,
    link_counters.previews,
    link_counters.bots,
    link_counters.opens,
    (0)::bigint AS installs,
    (0)::bigint AS returning_users,
    (0)::bigint AS attributed_clicks,
    link_counters.last_clicked_at
   FROM link_counters
UNION ALL
 SELECT attribution_facts.link_key,
    (0)::bigint AS clicks,
    (0)::bigint AS previews,
    (0)::bigint AS bots,
    (0)::bigint AS opens,
    (((attribution_facts.kind = 'install'::text))::integer)::bigint AS installs,
    (((attribution_facts.kind = 'returning'::text))::integer)::bigint AS returning_users,
    (((attribution_facts.kind = 'click'::text))::integer)::bigint AS attributed_clicks,
    NULL::timestamp with time zone AS last_clicked_at
   FROM attribution_facts;

create view session_lengths as
 SELECT project_id,
    started_at AS at,
    (EXTRACT(epoch FROM (ended_at - started_at)))::double precision AS seconds
   FROM sessions;

CREATE OR REPLACE FUNCTION public.add_link_counts(project uuid, difference bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  -- A project that is being deleted takes its links along, and needs no count any more.
  insert into link_counts (project_id, slot, links)
    select project, pg_backend_pid() % 16, difference
    where difference <> 0 and exists (select from projects where id = project)
  on conflict (project_id, slot) do update set links = link_counts.links + excluded.links
$function$
;

CREATE OR REPLACE FUNCTION public.announce_domain()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes (kind, project_id, names)
  select 'domain', null, array[host] from (values (old.host), (new.host)) as hosts (host) where host is not null
  union
  select 'project', project_id, '{}'
  from (values (old.project_id), (new.project_id)) as projects (project_id) where project_id is not null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.announce_installations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes (kind, project_id) select distinct 'installations', project_id from changed;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.announce_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes (kind, names) values ('key', array[encode(coalesce(new.hash, old.hash), 'hex')]);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.announce_links()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes (kind, project_id, names)
  select case when count(*) > 100 then 'links' else 'link' end, project_id,
    case when count(*) > 100 then '{}' else array_agg(slug) end
  from changed group by project_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.announce_project()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes (kind, project_id) values ('project', coalesce(new.id, old.id));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_deleted_links()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_link_counts(project_id, -count(*)) from gone where deleted_at is null
    group by project_id order by project_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_inserted_links()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_link_counts(project_id, count(*)) from made where deleted_at is null
    group by project_id order by project_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_updated_links()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_link_counts(project_id, sum(difference)::bigint)
    from (
      select project_id, 1 as difference from later where deleted_at is null
      union all
      select project_id, -1 from earlier where deleted_at is null
    ) as changes
    group by project_id having sum(difference) <> 0 order by project_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.csv_cell(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (value ~ '^( *[-=+@＝＋－＠]|[	])'::text) THEN (('"'''::text || replace(regexp_replace(value, '([;|	
][ "]*)(?=[-=+@＝＋－＠])'::text, '\1'''::text, 'g'::text), '"'::text, '""'::text)) || '"'::text) WHEN (value ~ '[",;|	
]'::text) THEN (('"'::text || replace(regexp_replace(value, '([;|	
][ "]*)(?=[-=+@＝＋－＠])'::text, '\1'''::text, 'g'::text), '"'::text, '""'::text)) || '"'::text) ELSE value END
;

CREATE OR REPLACE FUNCTION public.name_project()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select projects.number into new.project_number
  from links join projects on projects.id = links.project_id where links.key = new.link_key;
  if found then return new; end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_customer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  moment timestamptz;
begin
  if exists (
    select from customer_periods
    where installation_id = new.id and until is null and customer_id = new.customer_id
  ) then
    return null;
  end if;
  select greatest(now(), max(since) + interval '1 microsecond') into moment
  from customer_periods where installation_id = new.id;
  update customer_periods set until = moment where installation_id = new.id and until is null;
  if new.customer_id is not null then
    insert into customer_periods (installation_id, since, project_id, customer_id, said_by)
    values (new.id, moment, new.project_id, new.customer_id, 'app');
  end if;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.note_days(days timestamp with time zone[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('fairlead rolled days', 0));
  update rolled_days set stale = true
  where day in (select day from rolled_days where day = any(days) order by day for update);
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse(reason text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  raise exception using message = reason, errcode = 'P0001';
end $function$
;
