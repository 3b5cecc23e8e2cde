-- The schema as the migrations leave it, for reading. Made by `npm run schema`; a test keeps it true.
-- Comments here are the present truth; those in old migrations say what held when they were written.

create table active_users (
  project_id uuid not null,
  month date not null,
  device_key text not null,
  constraint active_users_month CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint active_users_pkey PRIMARY KEY (project_id, month, device_key),
  constraint active_users_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

create table app_keys (
  id uuid not null,
  project_id uuid not null,
  name text not null,
  class text not null,
  prefix text not null,
  hash bytea not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  constraint app_keys_class CHECK ((class = ANY (ARRAY['publishable'::text, 'secret'::text]))),
  constraint app_keys_hash UNIQUE (hash),
  constraint app_keys_pkey PRIMARY KEY (id),
  constraint app_keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX app_keys_project ON public.app_keys USING btree (project_id);
CREATE TRIGGER app_keys_changed AFTER INSERT OR DELETE OR UPDATE ON public.app_keys FOR EACH ROW EXECUTE FUNCTION announce_key();

create table attribution_facts (
  click_id uuid not null,
  kind text not null,
  link_key integer not null,
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

create table attribution_receipts (
  id uuid not null,
  project_id uuid not null,
  installation_id uuid,
  created_at timestamp with time zone not null,
  match_type text,
  reason text not null,
  click_id uuid,
  link_key integer,
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
CREATE INDEX attribution_receipts_project ON public.attribution_receipts USING btree (project_id, created_at DESC);

create table audit_entries (
  id uuid not null,
  project_id uuid not null,
  at timestamp with time zone not null default now(),
  actor_kind text not null,
  actor_id uuid,
  actor_name text not null,
  action text not null,
  target_kind text not null,
  target_id text,
  target_name text not null,
  details jsonb not null default '{}'::jsonb,
  constraint audit_entries_actor CHECK ((actor_kind = ANY (ARRAY['user'::text, 'operator'::text, 'system'::text]))),
  constraint audit_entries_pkey PRIMARY KEY (id),
  constraint audit_entries_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX audit_entries_project ON public.audit_entries USING btree (project_id, id DESC);

create table billing_events (
  id text not null,
  type text not null,
  received_at timestamp with time zone not null default now(),
  constraint billing_events_pkey PRIMARY KEY (id)
);
CREATE INDEX billing_events_received ON public.billing_events USING btree (received_at);

create table busy_links (
  link_key integer not null,
  constraint busy_links_pkey PRIMARY KEY (link_key)
);

create table click_merge (
  single boolean not null default true,
  merged uuid not null,
  sealed uuid not null,
  merged_at timestamp with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  sealed_at timestamp with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  visitors_from timestamp with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  constraint click_merge_order CHECK ((merged <= sealed)),
  constraint click_merge_pkey PRIMARY KEY (single),
  constraint click_merge_single CHECK (single)
);

create table click_queries (
  click_id uuid not null,
  query text not null,
  constraint click_queries_pkey PRIMARY KEY (click_id)
);

create table click_signals (
  click_id uuid not null,
  project_id uuid not null,
  link_key integer not null,
  clicked_at timestamp with time zone not null,
  address_hash bigint not null,
  os text,
  os_major smallint,
  model text,
  screen text,
  time_zone text,
  language text,
  used boolean not null default false,
  constraint click_signals_os CHECK ((os = ANY (ARRAY['ios'::text, 'android'::text]))),
  constraint click_signals_pkey PRIMARY KEY (click_id)
);
CREATE INDEX click_signals_address ON public.click_signals USING btree (address_hash, clicked_at);

create table click_terms (
  code smallint not null generated always as identity,
  dimension text not null,
  term text not null,
  constraint click_terms_pkey PRIMARY KEY (code),
  constraint click_terms_term UNIQUE (dimension, term)
);

create table clicks (
  id uuid not null,
  clicked_at timestamp with time zone not null,
  link_key integer not null,
  kind smallint not null,
  source smallint not null,
  device smallint,
  os smallint,
  browser smallint,
  country smallint,
  app smallint,
  referrer integer,
  visitor bigint,
  constraint clicks_pkey PRIMARY KEY (id)
) partition by RANGE (id);
CREATE INDEX clicks_link_time ON ONLY public.clicks USING btree (link_key, clicked_at);

create table dashboard_sessions (
  id uuid not null,
  user_id uuid not null,
  token text not null,
  expires_at timestamp with time zone not null,
  address text,
  user_agent text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint dashboard_sessions_pkey PRIMARY KEY (id),
  constraint dashboard_sessions_token UNIQUE (token),
  constraint dashboard_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX dashboard_sessions_expiry ON public.dashboard_sessions USING btree (expires_at);
CREATE INDEX dashboard_sessions_user ON public.dashboard_sessions USING btree (user_id);

create table day_keys (
  day date not null,
  sealed_key bytea not null,
  constraint day_keys_pkey PRIMARY KEY (day)
);

create table domains (
  id uuid not null,
  project_id uuid not null,
  host text not null,
  verification_token text not null,
  verified_at timestamp with time zone,
  is_primary boolean not null default false,
  created_at timestamp with time zone not null default now(),
  checked_at timestamp with time zone,
  check_result jsonb,
  removed_at timestamp with time zone,
  constraint domains_host_lower_case CHECK ((host = lower(host))),
  constraint domains_pkey PRIMARY KEY (id),
  constraint domains_project_host UNIQUE (project_id, host),
  constraint domains_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX domains_unchecked ON public.domains USING btree (checked_at NULLS FIRST);
CREATE UNIQUE INDEX domains_primary ON public.domains USING btree (project_id) WHERE is_primary;
CREATE UNIQUE INDEX domains_verified_host ON public.domains USING btree (host) WHERE (verified_at IS NOT NULL);
CREATE TRIGGER domains_changed AFTER INSERT OR DELETE OR UPDATE ON public.domains FOR EACH ROW EXECUTE FUNCTION announce_domain();

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
  links_end_at timestamp with time zone,
  constraint exports_completed CHECK (((status <> 'completed'::text) OR (row_count IS NOT NULL))),
  constraint exports_failed CHECK (((status <> 'failed'::text) OR (error IS NOT NULL))),
  constraint exports_pkey PRIMARY KEY (id),
  constraint exports_status CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text, 'failed'::text]))),
  constraint exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX exports_links_end ON public.exports USING btree (links_end_at) WHERE (links_end_at IS NOT NULL);
CREATE INDEX exports_project ON public.exports USING btree (project_id, id DESC);

create table gone_links (
  link_key integer not null,
  gone_at timestamp with time zone not null default now(),
  constraint gone_links_pkey PRIMARY KEY (link_key)
);

create table installations (
  id uuid not null,
  project_id uuid not null,
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
  client_type text,
  client_version text,
  client_platform text,
  previous_id uuid,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  constraint installations_battery_level CHECK (((battery_level >= (0)::double precision) AND (battery_level <= (1)::double precision))),
  constraint installations_client_id UNIQUE (project_id, client_id),
  constraint installations_pkey PRIMARY KEY (id),
  constraint installations_previous_id_fkey FOREIGN KEY (previous_id) REFERENCES installations(id) ON DELETE SET NULL,
  constraint installations_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX installations_device ON public.installations USING btree (project_id, device_id) WHERE (device_id IS NOT NULL);
CREATE INDEX installations_persistent_device ON public.installations USING btree (project_id, persistent_device_id, first_seen_at DESC) WHERE (persistent_device_id IS NOT NULL);
CREATE INDEX installations_previous ON public.installations USING btree (previous_id) WHERE (previous_id IS NOT NULL);
CREATE INDEX installations_project ON public.installations USING btree (project_id, id DESC);
CREATE INDEX installations_user ON public.installations USING btree (project_id, ((metadata ->> 'userId'::text))) WHERE ((metadata ->> 'userId'::text) IS NOT NULL);
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
  mailed boolean not null default true,
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_project_email UNIQUE (project_id, email),
  constraint invitations_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint invitations_role CHECK ((role = ANY (ARRAY['admin'::text, 'viewer'::text]))),
  constraint invitations_token UNIQUE (token_hash)
);
CREATE INDEX invitations_inviter ON public.invitations USING btree (invited_by);

create table late_clicks (
  id uuid not null,
  clicked_at timestamp with time zone not null,
  link_key integer not null,
  kind smallint not null,
  source smallint not null,
  device smallint,
  os smallint,
  browser smallint,
  country smallint,
  app smallint,
  referrer integer,
  visitor bigint
);
CREATE INDEX late_clicks_link ON public.late_clicks USING btree (link_key);

create table late_opens (
  click_id uuid not null,
  opened_at timestamp with time zone not null,
  link_key integer not null
);
CREATE INDEX late_opens_link ON public.late_opens USING btree (link_key);

create table link_counters (
  link_key integer not null,
  clicks bigint not null default 0,
  previews bigint not null default 0,
  bots bigint not null default 0,
  opens bigint not null default 0,
  last_clicked_at timestamp with time zone,
  constraint link_counters_pkey PRIMARY KEY (link_key)
);

create table link_counts (
  project_id uuid not null,
  slot smallint not null,
  links integer not null,
  constraint link_counts_pkey PRIMARY KEY (project_id, slot),
  constraint link_counts_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

create table link_days (
  link_key integer not null,
  day timestamp with time zone not null,
  visitors integer not null,
  slots smallint[] not null,
  slot_counts integer[] not null,
  words bigint[] not null,
  word_counts integer[] not null,
  constraint link_days_pkey PRIMARY KEY (link_key, day)
);

create table link_expired (
  link_key integer not null,
  clicks bigint not null default 0,
  previews bigint not null default 0,
  bots bigint not null default 0,
  opens bigint not null default 0,
  last_clicked_at timestamp with time zone,
  constraint link_expired_pkey PRIMARY KEY (link_key)
);

create table link_tops (
  link_key integer not null,
  device smallint,
  os smallint,
  browser smallint,
  country smallint,
  constraint link_tops_pkey PRIMARY KEY (link_key)
);

create table link_totals (
  link_key integer not null,
  dimension smallint not null,
  code integer not null,
  clicks bigint not null,
  expired bigint not null default 0,
  constraint link_totals_pkey PRIMARY KEY (link_key, dimension, code)
);

create table links (
  id uuid not null,
  key integer not null generated always as identity,
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
  ios_social_breakout boolean,
  ios_browser_auto_open boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  search_text text not null generated always as (lower(((((((((((((((COALESCE(name, ''::text) || '
'::text) || slug) || '
'::text) || COALESCE(external_id, ''::text)) || '
'::text) || COALESCE(fallback_url, ''::text)) || '
'::text) || COALESCE(ios_url, ''::text)) || '
'::text) || COALESCE(android_url, ''::text)) || '
'::text) || COALESCE(ios_fallback_url, ''::text)) || '
'::text) || COALESCE(android_fallback_url, ''::text)))) stored,
  constraint links_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id),
  constraint links_key UNIQUE (key) INCLUDE (project_id),
  constraint links_pkey PRIMARY KEY (id),
  constraint links_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint links_type CHECK ((type = ANY (ARRAY['unified'::text, 'dynamic'::text])))
);
CREATE INDEX links_created ON public.links USING btree (project_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX links_domain ON public.links USING btree (domain_id);
CREATE UNIQUE INDEX links_external_id ON public.links USING btree (project_id, external_id) WHERE ((deleted_at IS NULL) AND (external_id IS NOT NULL));
CREATE UNIQUE INDEX links_slug ON public.links USING btree (project_id, slug) WHERE (deleted_at IS NULL);
CREATE TRIGGER links_counted_anew AFTER UPDATE ON public.links REFERENCING OLD TABLE AS earlier NEW TABLE AS later FOR EACH STATEMENT EXECUTE FUNCTION count_updated_links();
CREATE TRIGGER links_counted_in AFTER INSERT ON public.links REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_links();
CREATE TRIGGER links_counted_out AFTER DELETE ON public.links REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_links();
CREATE TRIGGER links_deleted AFTER DELETE ON public.links REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_links();
CREATE TRIGGER links_inserted AFTER INSERT ON public.links REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_links();
CREATE TRIGGER links_updated AFTER UPDATE ON public.links REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_links();

create table migrations (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (number)
);

create table opens (
  click_id uuid not null,
  opened_at timestamp with time zone not null,
  link_key integer not null,
  installation_id uuid,
  constraint opens_pkey PRIMARY KEY (click_id)
) partition by RANGE (click_id);
CREATE INDEX opens_link_time ON ONLY public.opens USING btree (link_key, opened_at);
CREATE INDEX opens_time ON ONLY public.opens USING brin (opened_at) WITH (pages_per_range='2');

create table project_members (
  project_id uuid not null,
  user_id uuid not null,
  role text not null,
  created_at timestamp with time zone not null default now(),
  constraint project_members_pkey PRIMARY KEY (project_id, user_id),
  constraint project_members_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint project_members_role CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'viewer'::text]))),
  constraint project_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX project_members_user ON public.project_members USING btree (user_id);
CREATE UNIQUE INDEX project_members_owner ON public.project_members USING btree (project_id) WHERE (role = 'owner'::text);

create table project_retention (
  project_id uuid not null,
  kept_from timestamp with time zone not null,
  constraint project_retention_pkey PRIMARY KEY (project_id),
  constraint project_retention_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

create table project_rollups (
  project_id uuid not null,
  dimension smallint not null,
  span smallint not null,
  at timestamp with time zone not null,
  code integer not null,
  clicks bigint not null,
  constraint project_rollups_pkey PRIMARY KEY (project_id, dimension, span, at, code),
  constraint project_rollups_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

create table project_times (
  project_id uuid not null,
  span smallint not null,
  at timestamp with time zone not null,
  opens bigint not null default 0,
  clicks bigint not null default 0,
  previews bigint not null default 0,
  bots bigint not null default 0,
  constraint project_times_pkey PRIMARY KEY (project_id, span, at),
  constraint project_times_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

create table projects (
  id uuid not null,
  name text not null,
  plan text not null,
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
  click_retention_days integer,
  constraint projects_click_retention CHECK ((click_retention_days >= 1)),
  constraint projects_matching_window CHECK (((matching_window_minutes >= 5) AND (matching_window_minutes <= 1440))),
  constraint projects_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255))),
  constraint projects_pkey PRIMARY KEY (id)
);
CREATE INDEX projects_android_scheme ON public.projects USING btree (android_scheme) WHERE (android_scheme IS NOT NULL);
CREATE INDEX projects_ios_scheme ON public.projects USING btree (ios_scheme) WHERE (ios_scheme IS NOT NULL);
CREATE TRIGGER projects_changed AFTER INSERT OR DELETE OR UPDATE ON public.projects FOR EACH ROW EXECUTE FUNCTION announce_project();

create table rate_limits (
  budget text not null,
  ends_at timestamp with time zone not null,
  quota integer not null,
  drawn integer not null,
  granted integer not null,
  constraint rate_limits_pkey PRIMARY KEY (budget)
);
CREATE INDEX rate_limits_ends ON public.rate_limits USING btree (ends_at);

create table referrers (
  code integer not null generated always as identity,
  host text not null,
  constraint referrers_host UNIQUE (host),
  constraint referrers_pkey PRIMARY KEY (code)
);

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
CREATE INDEX sessions_active_since ON public.sessions USING btree (started_at) WHERE (state = 'active'::text);
CREATE INDEX sessions_installation ON public.sessions USING btree (installation_id, started_at DESC);
CREATE INDEX sessions_project ON public.sessions USING btree (project_id, started_at);
CREATE UNIQUE INDEX sessions_active ON public.sessions USING btree (installation_id) WHERE (state = 'active'::text);

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
  event_at timestamp with time zone not null,
  event_type text not null,
  constraint subscriptions_period CHECK ((billing_period = ANY (ARRAY['monthly'::text, 'yearly'::text]))),
  constraint subscriptions_pkey PRIMARY KEY (project_id),
  constraint subscriptions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

create table two_factors (
  id uuid not null,
  user_id uuid not null,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamp with time zone,
  constraint two_factors_pkey PRIMARY KEY (id),
  constraint two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX two_factors_user ON public.two_factors USING btree (user_id);

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
 SELECT clicks.link_key,
    (((clicks.kind = 1))::integer)::bigint AS clicks,
    (((clicks.kind = 2))::integer)::bigint AS previews,
    (((clicks.kind = 3))::integer)::bigint AS bots,
    (0)::bigint AS opens,
    (0)::bigint AS installs,
    (0)::bigint AS returning_users,
    (0)::bigint AS attributed_clicks,
        CASE
            WHEN (clicks.kind = 1) THEN clicks.clicked_at
            ELSE NULL::timestamp with time zone
        END AS last_clicked_at
   FROM clicks
  WHERE ((clicks.id >= ( SELECT click_merge.merged
           FROM click_merge)) AND (clicks.clicked_at >= ( SELECT click_merge.merged_at
           FROM click_merge)))
UNION ALL
 SELECT late_clicks.link_key,
    (((late_clicks.kind = 1))::integer)::bigint AS clicks,
    (((late_clicks.kind = 2))::integer)::bigint AS previews,
    (((late_clicks.kind = 3))::integer)::bigint AS bots,
    (0)::bigint AS opens,
    (0)::bigint AS installs,
    (0)::bigint AS returning_users,
    (0)::bigint AS attributed_clicks,
        CASE
            WHEN (late_clicks.kind = 1) THEN late_clicks.clicked_at
            ELSE NULL::timestamp with time zone
        END AS last_clicked_at
   FROM late_clicks
  WHERE (late_clicks.id < ( SELECT click_merge.merged
           FROM click_merge))
UNION ALL
 SELECT opens.link_key,
    (0)::bigint AS clicks,
    (0)::bigint AS previews,
    (0)::bigint AS bots,
    (1)::bigint AS opens,
    (0)::bigint AS installs,
    (0)::bigint AS returning_users,
    (0)::bigint AS attributed_clicks,
    NULL::timestamp with time zone AS last_clicked_at
   FROM opens
  WHERE ((opens.click_id >= ( SELECT click_merge.merged
           FROM click_merge)) AND (opens.opened_at >= ( SELECT (click_merge.merged_at - '01:00:00'::interval)
           FROM click_merge)))
UNION ALL
 SELECT late_opens.link_key,
    (0)::bigint AS clicks,
    (0)::bigint AS previews,
    (0)::bigint AS bots,
    (1)::bigint AS opens,
    (0)::bigint AS installs,
    (0)::bigint AS returning_users,
    (0)::bigint AS attributed_clicks,
    NULL::timestamp with time zone AS last_clicked_at
   FROM late_opens
  WHERE (late_opens.click_id < ( SELECT click_merge.merged
           FROM click_merge))
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
  if tg_op <> 'INSERT' then
    perform pg_notify('fairlead_changes', 'domain ' || old.host);
    perform pg_notify('fairlead_changes', 'project ' || old.project_id);
  end if;
  if tg_op <> 'DELETE' then
    perform pg_notify('fairlead_changes', 'domain ' || new.host);
    perform pg_notify('fairlead_changes', 'project ' || new.project_id);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.announce_installations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('fairlead_changes', 'installations ' || project_id)
    from (select distinct project_id from changed) as projects;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.announce_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('fairlead_changes', 'key ' || encode(coalesce(new.hash, old.hash), 'hex'));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.announce_links()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select count(*) from changed) > 50 then
    perform pg_notify('fairlead_changes', 'links ' || project_id)
      from (select distinct project_id from changed) as projects;
  else
    perform pg_notify('fairlead_changes', 'link ' || project_id || ' ' || slug) from changed;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.announce_project()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('fairlead_changes', 'project ' || coalesce(new.id, old.id));
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

CREATE OR REPLACE FUNCTION public.require_above_seal(at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('fairlead click seal', 0));
  if at < (select sealed_at from click_merge) then
    raise exception using errcode = 'check_violation', message = 'Clicks came below the seal';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.sealed_click_id()
 RETURNS uuid
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('fairlead click seal', 0));
  return (select sealed from click_merge);
end $function$
;
