-- Written by commit 74cfbf4; see README.md.
-- App keys: fl_live_qcmUlOngXgLTc7u1iqunElhMbkd0HudR7PpcsrcKn2x fl_live_YNcPPkSpPJHRLueKoORSRGRQfy0eBkdQwFJ8NkDiZN4
CREATE FUNCTION public.add_link_counts(project uuid, difference bigint) RETURNS void
    LANGUAGE sql
    AS $$
  -- A project that is being deleted takes its links along, and needs no count any more.
  insert into link_counts (project_id, slot, links)
    select project, pg_backend_pid() % 16, difference
    where difference <> 0 and exists (select from projects where id = project)
  on conflict (project_id, slot) do update set links = link_counts.links + excluded.links
$$;
CREATE FUNCTION public.announce_domain() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
end $$;
CREATE FUNCTION public.announce_installations() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('fairlead_changes', 'installations ' || project_id)
    from (select distinct project_id from changed) as projects;
  return null;
end $$;
CREATE FUNCTION public.announce_key() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('fairlead_changes', 'key ' || encode(coalesce(new.hash, old.hash), 'hex'));
  return null;
end $$;
CREATE FUNCTION public.announce_links() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if (select count(*) from changed) > 50 then
    perform pg_notify('fairlead_changes', 'links ' || project_id)
      from (select distinct project_id from changed) as projects;
  else
    perform pg_notify('fairlead_changes', 'link ' || project_id || ' ' || slug) from changed;
  end if;
  return null;
end $$;
CREATE FUNCTION public.announce_project() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('fairlead_changes', 'project ' || coalesce(new.id, old.id));
  return null;
end $$;
CREATE FUNCTION public.count_deleted_links() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform add_link_counts(project_id, -count(*)) from gone where deleted_at is null
    group by project_id order by project_id;
  return null;
end $$;
CREATE FUNCTION public.count_inserted_links() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform add_link_counts(project_id, count(*)) from made where deleted_at is null
    group by project_id order by project_id;
  return null;
end $$;
CREATE FUNCTION public.count_updated_links() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform add_link_counts(project_id, sum(difference)::bigint)
    from (
      select project_id, 1 as difference from later where deleted_at is null
      union all
      select project_id, -1 from earlier where deleted_at is null
    ) as changes
    group by project_id having sum(difference) <> 0 order by project_id;
  return null;
end $$;
CREATE FUNCTION public.csv_cell(value text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (value ~ '^( *[-=+@＝＋－＠]|[	])'::text) THEN (('"'''::text || replace(regexp_replace(value, '([;|	
][ "]*)(?=[-=+@＝＋－＠])'::text, '\1'''::text, 'g'::text), '"'::text, '""'::text)) || '"'::text) WHEN (value ~ '[",;|	
]'::text) THEN (('"'::text || replace(regexp_replace(value, '([;|	
][ "]*)(?=[-=+@＝＋－＠])'::text, '\1'''::text, 'g'::text), '"'::text, '""'::text)) || '"'::text) ELSE value END;
CREATE FUNCTION public.require_above_seal(at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('fairlead click seal', 0));
  if at < (select sealed_at from click_merge) then
    raise exception using errcode = 'check_violation', message = 'Clicks came below the seal';
  end if;
end $$;
CREATE FUNCTION public.sealed_click_id() RETURNS uuid
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('fairlead click seal', 0));
  return (select sealed from click_merge);
end $$;
CREATE TABLE public.active_users (
    project_id uuid NOT NULL,
    month date NOT NULL,
    device_key text NOT NULL,
    CONSTRAINT active_users_month CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);
CREATE TABLE public.app_keys (
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    name text NOT NULL,
    class text NOT NULL,
    prefix text NOT NULL,
    hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    CONSTRAINT app_keys_class CHECK ((class = ANY (ARRAY['publishable'::text, 'secret'::text])))
);
CREATE TABLE public.attribution_facts (
    click_id uuid NOT NULL,
    kind text NOT NULL,
    link_key integer NOT NULL,
    at timestamp with time zone NOT NULL,
    project_id uuid NOT NULL,
    installation_id uuid,
    CONSTRAINT attribution_facts_kind CHECK ((kind = ANY (ARRAY['click'::text, 'install'::text, 'returning'::text])))
);
CREATE TABLE public.attribution_receipts (
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    installation_id uuid,
    created_at timestamp with time zone NOT NULL,
    match_type text,
    reason text NOT NULL,
    click_id uuid,
    link_key integer,
    details jsonb NOT NULL,
    CONSTRAINT attribution_receipts_match_type CHECK ((match_type = ANY (ARRAY['deterministic'::text, 'fingerprint'::text]))),
    CONSTRAINT attribution_receipts_matched CHECK ((((match_type IS NULL) = (click_id IS NULL)) AND ((click_id IS NULL) = (link_key IS NULL))))
);
CREATE TABLE public.audit_entries (
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    actor_kind text NOT NULL,
    actor_id uuid,
    actor_name text NOT NULL,
    action text NOT NULL,
    target_kind text NOT NULL,
    target_id text,
    target_name text NOT NULL,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT audit_entries_actor CHECK ((actor_kind = ANY (ARRAY['user'::text, 'operator'::text, 'system'::text])))
);
CREATE TABLE public.billing_events (
    id text NOT NULL,
    type text NOT NULL,
    received_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.busy_links (
    link_key integer NOT NULL
);
CREATE TABLE public.click_merge (
    single boolean DEFAULT true NOT NULL,
    merged uuid NOT NULL,
    sealed uuid NOT NULL,
    merged_at timestamp with time zone DEFAULT '1970-01-01 00:00:00+00'::timestamp with time zone NOT NULL,
    sealed_at timestamp with time zone DEFAULT '1970-01-01 00:00:00+00'::timestamp with time zone NOT NULL,
    visitors_from timestamp with time zone DEFAULT '1970-01-01 00:00:00+00'::timestamp with time zone NOT NULL,
    CONSTRAINT click_merge_order CHECK ((merged <= sealed)),
    CONSTRAINT click_merge_single CHECK (single)
);
CREATE TABLE public.click_queries (
    click_id uuid NOT NULL,
    query text NOT NULL
);
CREATE TABLE public.click_signals (
    click_id uuid NOT NULL,
    project_id uuid NOT NULL,
    link_key integer NOT NULL,
    clicked_at timestamp with time zone NOT NULL,
    address_hash bigint NOT NULL,
    os text,
    os_major smallint,
    model text,
    screen text,
    time_zone text,
    language text,
    used boolean DEFAULT false NOT NULL,
    CONSTRAINT click_signals_os CHECK ((os = ANY (ARRAY['ios'::text, 'android'::text])))
)
WITH (fillfactor='85', autovacuum_vacuum_scale_factor='0.05');
CREATE TABLE public.click_terms (
    code smallint NOT NULL,
    dimension text NOT NULL,
    term text NOT NULL
);
ALTER TABLE public.click_terms ALTER COLUMN code ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.click_terms_code_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clicks (
    id uuid NOT NULL,
    clicked_at timestamp with time zone NOT NULL,
    link_key integer NOT NULL,
    kind smallint NOT NULL,
    source smallint NOT NULL,
    device smallint,
    os smallint,
    browser smallint,
    country smallint,
    app smallint,
    referrer integer,
    visitor bigint
)
PARTITION BY RANGE (id);
CREATE TABLE public.clicks_2026_11 (
    id uuid NOT NULL,
    clicked_at timestamp with time zone NOT NULL,
    link_key integer NOT NULL,
    kind smallint NOT NULL,
    source smallint NOT NULL,
    device smallint,
    os smallint,
    browser smallint,
    country smallint,
    app smallint,
    referrer integer,
    visitor bigint
);
CREATE TABLE public.clicks_2026_12 (
    id uuid NOT NULL,
    clicked_at timestamp with time zone NOT NULL,
    link_key integer NOT NULL,
    kind smallint NOT NULL,
    source smallint NOT NULL,
    device smallint,
    os smallint,
    browser smallint,
    country smallint,
    app smallint,
    referrer integer,
    visitor bigint
);
CREATE TABLE public.clicks_2027_01 (
    id uuid NOT NULL,
    clicked_at timestamp with time zone NOT NULL,
    link_key integer NOT NULL,
    kind smallint NOT NULL,
    source smallint NOT NULL,
    device smallint,
    os smallint,
    browser smallint,
    country smallint,
    app smallint,
    referrer integer,
    visitor bigint
);
CREATE TABLE public.clicks_default (
    id uuid NOT NULL,
    clicked_at timestamp with time zone NOT NULL,
    link_key integer NOT NULL,
    kind smallint NOT NULL,
    source smallint NOT NULL,
    device smallint,
    os smallint,
    browser smallint,
    country smallint,
    app smallint,
    referrer integer,
    visitor bigint
);
CREATE TABLE public.dashboard_sessions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    token text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    address text,
    user_agent text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.day_keys (
    day date NOT NULL,
    sealed_key bytea NOT NULL
);
CREATE TABLE public.domains (
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    host text NOT NULL,
    verification_token text NOT NULL,
    verified_at timestamp with time zone,
    is_primary boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    checked_at timestamp with time zone,
    check_result jsonb,
    removed_at timestamp with time zone,
    CONSTRAINT domains_host_lower_case CHECK ((host = lower(host)))
);
CREATE TABLE public.exports (
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    user_id uuid,
    status text NOT NULL,
    filters jsonb NOT NULL,
    row_count integer,
    bytes bigint,
    error text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    mailed_at timestamp with time zone,
    links_end_at timestamp with time zone,
    CONSTRAINT exports_completed CHECK (((status <> 'completed'::text) OR (row_count IS NOT NULL))),
    CONSTRAINT exports_failed CHECK (((status <> 'failed'::text) OR (error IS NOT NULL))),
    CONSTRAINT exports_status CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text, 'failed'::text])))
);
CREATE TABLE public.gone_links (
    link_key integer NOT NULL,
    gone_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.installations (
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    client_id text NOT NULL,
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
    first_seen_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    CONSTRAINT installations_battery_level CHECK (((battery_level >= (0)::double precision) AND (battery_level <= (1)::double precision)))
)
WITH (fillfactor='80');
CREATE TABLE public.invitations (
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    email text NOT NULL,
    role text NOT NULL,
    token_hash bytea NOT NULL,
    invited_by uuid,
    invited_by_name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    mailed boolean DEFAULT true NOT NULL,
    CONSTRAINT invitations_role CHECK ((role = ANY (ARRAY['admin'::text, 'viewer'::text])))
);
CREATE TABLE public.late_clicks (
    id uuid NOT NULL,
    clicked_at timestamp with time zone NOT NULL,
    link_key integer NOT NULL,
    kind smallint NOT NULL,
    source smallint NOT NULL,
    device smallint,
    os smallint,
    browser smallint,
    country smallint,
    app smallint,
    referrer integer,
    visitor bigint
);
CREATE TABLE public.late_opens (
    click_id uuid NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    link_key integer NOT NULL
);
CREATE TABLE public.link_counters (
    link_key integer NOT NULL,
    clicks bigint DEFAULT 0 NOT NULL,
    previews bigint DEFAULT 0 NOT NULL,
    bots bigint DEFAULT 0 NOT NULL,
    opens bigint DEFAULT 0 NOT NULL,
    last_clicked_at timestamp with time zone
)
WITH (fillfactor='70');
CREATE TABLE public.link_counts (
    project_id uuid NOT NULL,
    slot smallint NOT NULL,
    links integer NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE public.link_days (
    link_key integer NOT NULL,
    day timestamp with time zone NOT NULL,
    visitors integer NOT NULL,
    slots smallint[] NOT NULL,
    slot_counts integer[] NOT NULL,
    words bigint[] NOT NULL,
    word_counts integer[] NOT NULL
);
CREATE TABLE public.link_expired (
    link_key integer NOT NULL,
    clicks bigint DEFAULT 0 NOT NULL,
    previews bigint DEFAULT 0 NOT NULL,
    bots bigint DEFAULT 0 NOT NULL,
    opens bigint DEFAULT 0 NOT NULL,
    last_clicked_at timestamp with time zone
);
CREATE TABLE public.opens (
    click_id uuid NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    link_key integer NOT NULL,
    installation_id uuid
)
PARTITION BY RANGE (click_id);
CREATE VIEW public.link_number_parts AS
 SELECT link_counters.link_key,
    link_counters.clicks,
    link_counters.previews,
    link_counters.bots,
    link_counters.opens,
    (0)::bigint AS installs,
    (0)::bigint AS returning_users,
    (0)::bigint AS attributed_clicks,
    link_counters.last_clicked_at
   FROM public.link_counters
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
   FROM public.clicks
  WHERE ((clicks.id >= ( SELECT click_merge.merged
           FROM public.click_merge)) AND (clicks.clicked_at >= ( SELECT click_merge.merged_at
           FROM public.click_merge)))
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
   FROM public.late_clicks
  WHERE (late_clicks.id < ( SELECT click_merge.merged
           FROM public.click_merge))
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
   FROM public.opens
  WHERE ((opens.click_id >= ( SELECT click_merge.merged
           FROM public.click_merge)) AND (opens.opened_at >= ( SELECT (click_merge.merged_at - '01:00:00'::interval)
           FROM public.click_merge)))
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
   FROM public.late_opens
  WHERE (late_opens.click_id < ( SELECT click_merge.merged
           FROM public.click_merge))
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
   FROM public.attribution_facts;
CREATE TABLE public.link_tops (
    link_key integer NOT NULL,
    device smallint,
    os smallint,
    browser smallint,
    country smallint
)
WITH (fillfactor='80');
CREATE TABLE public.link_totals (
    link_key integer NOT NULL,
    dimension smallint NOT NULL,
    code integer NOT NULL,
    clicks bigint NOT NULL,
    expired bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='80');
CREATE TABLE public.links (
    id uuid NOT NULL,
    key integer NOT NULL,
    project_id uuid NOT NULL,
    domain_id uuid NOT NULL,
    type text NOT NULL,
    slug text NOT NULL,
    name text,
    external_id text,
    fallback_url text,
    ios_url text,
    android_url text,
    ios_fallback_url text,
    android_fallback_url text,
    parameters jsonb,
    metadata jsonb,
    allow_query_passthrough boolean DEFAULT false NOT NULL,
    ios_social_breakout boolean,
    ios_browser_auto_open boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    search_text text GENERATED ALWAYS AS (lower(((((((((((((((COALESCE(name, ''::text) || '
'::text) || slug) || '
'::text) || COALESCE(external_id, ''::text)) || '
'::text) || COALESCE(fallback_url, ''::text)) || '
'::text) || COALESCE(ios_url, ''::text)) || '
'::text) || COALESCE(android_url, ''::text)) || '
'::text) || COALESCE(ios_fallback_url, ''::text)) || '
'::text) || COALESCE(android_fallback_url, ''::text)))) STORED NOT NULL,
    CONSTRAINT links_type CHECK ((type = ANY (ARRAY['unified'::text, 'dynamic'::text])))
);
ALTER TABLE public.links ALTER COLUMN key ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.links_key_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.migrations (
    number integer NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.opens_2026_11 (
    click_id uuid NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    link_key integer NOT NULL,
    installation_id uuid
);
CREATE TABLE public.opens_2026_12 (
    click_id uuid NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    link_key integer NOT NULL,
    installation_id uuid
);
CREATE TABLE public.opens_2027_01 (
    click_id uuid NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    link_key integer NOT NULL,
    installation_id uuid
);
CREATE TABLE public.opens_default (
    click_id uuid NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    link_key integer NOT NULL,
    installation_id uuid
);
CREATE TABLE public.project_members (
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    role text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT project_members_role CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'viewer'::text])))
);
CREATE TABLE public.project_retention (
    project_id uuid NOT NULL,
    kept_from timestamp with time zone NOT NULL
);
CREATE TABLE public.project_rollups (
    project_id uuid NOT NULL,
    dimension smallint NOT NULL,
    span smallint NOT NULL,
    at timestamp with time zone NOT NULL,
    code integer NOT NULL,
    clicks bigint NOT NULL
)
WITH (fillfactor='80');
CREATE TABLE public.project_times (
    project_id uuid NOT NULL,
    span smallint NOT NULL,
    at timestamp with time zone NOT NULL,
    opens bigint DEFAULT 0 NOT NULL,
    clicks bigint DEFAULT 0 NOT NULL,
    previews bigint DEFAULT 0 NOT NULL,
    bots bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='80');
CREATE TABLE public.projects (
    id uuid NOT NULL,
    name text NOT NULL,
    plan text NOT NULL,
    default_url text,
    require_installation boolean DEFAULT false NOT NULL,
    probabilistic_matching boolean DEFAULT true NOT NULL,
    matching_window_minutes integer DEFAULT 60 NOT NULL,
    ios_team_id text,
    ios_bundle_id text,
    ios_scheme text,
    ios_store_id text,
    android_package text,
    android_sha256_fingerprints text[] DEFAULT '{}'::text[] NOT NULL,
    android_scheme text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    click_retention_days integer,
    CONSTRAINT projects_click_retention CHECK ((click_retention_days >= 1)),
    CONSTRAINT projects_matching_window CHECK (((matching_window_minutes >= 5) AND (matching_window_minutes <= 1440))),
    CONSTRAINT projects_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255)))
);
CREATE UNLOGGED TABLE public.rate_limits (
    budget text NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    quota integer NOT NULL,
    drawn integer NOT NULL,
    granted integer NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE public.referrers (
    code integer NOT NULL,
    host text NOT NULL
);
ALTER TABLE public.referrers ALTER COLUMN code ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.referrers_code_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.sessions (
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    installation_id uuid NOT NULL,
    state text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    network_type text,
    device_orientation text,
    battery_level double precision,
    is_charging boolean,
    metadata jsonb,
    CONSTRAINT sessions_battery_level CHECK (((battery_level >= (0)::double precision) AND (battery_level <= (1)::double precision))),
    CONSTRAINT sessions_ended_at CHECK (((state = 'ended'::text) = (ended_at IS NOT NULL))),
    CONSTRAINT sessions_state CHECK ((state = ANY (ARRAY['active'::text, 'ended'::text, 'abandoned'::text])))
)
WITH (fillfactor='80');
CREATE VIEW public.session_lengths AS
 SELECT sessions.project_id,
    sessions.started_at AS at,
    (EXTRACT(epoch FROM (sessions.ended_at - sessions.started_at)))::double precision AS seconds
   FROM public.sessions;
CREATE TABLE public.subscriptions (
    project_id uuid NOT NULL,
    customer_id text NOT NULL,
    subscription_id text NOT NULL,
    item_id text,
    plan text,
    billing_period text,
    status text NOT NULL,
    period_end timestamp with time zone,
    ends_at timestamp with time zone,
    event_at timestamp with time zone NOT NULL,
    event_type text NOT NULL,
    CONSTRAINT subscriptions_period CHECK ((billing_period = ANY (ARRAY['monthly'::text, 'yearly'::text])))
);
CREATE TABLE public.two_factors (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    secret text NOT NULL,
    backup_codes text NOT NULL,
    verified boolean DEFAULT true NOT NULL,
    failed_verification_count integer DEFAULT 0 NOT NULL,
    locked_until timestamp with time zone
);
CREATE TABLE public.usage_warnings (
    project_id uuid NOT NULL,
    month date NOT NULL,
    limit_name text NOT NULL,
    percent smallint NOT NULL,
    sent_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT usage_warnings_month CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
    CONSTRAINT usage_warnings_percent CHECK ((percent = ANY (ARRAY[80, 100])))
);
CREATE TABLE public.user_accounts (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    provider_id text NOT NULL,
    account_id text NOT NULL,
    password text,
    access_token text,
    refresh_token text,
    id_token text,
    access_token_expires_at timestamp with time zone,
    refresh_token_expires_at timestamp with time zone,
    scope text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.users (
    id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    email_verified boolean DEFAULT false NOT NULL,
    image text,
    two_factor_enabled boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT users_email_lower_case CHECK ((email !~ '[A-Z[:space:]]'::text)),
    CONSTRAINT users_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255)))
);
CREATE TABLE public.verifications (
    id uuid NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.clicks ATTACH PARTITION public.clicks_2026_11 FOR VALUES FROM ('01a19467-e800-7000-8000-000000000000') TO ('01a22ee6-b000-7000-8000-000000000000');
ALTER TABLE ONLY public.clicks ATTACH PARTITION public.clicks_2026_12 FOR VALUES FROM ('01a22ee6-b000-7000-8000-000000000000') TO ('01a2ce8b-d400-7000-8000-000000000000');
ALTER TABLE ONLY public.clicks ATTACH PARTITION public.clicks_2027_01 FOR VALUES FROM ('01a2ce8b-d400-7000-8000-000000000000') TO ('01a36e30-f800-7000-8000-000000000000');
ALTER TABLE ONLY public.clicks ATTACH PARTITION public.clicks_default DEFAULT;
ALTER TABLE ONLY public.opens ATTACH PARTITION public.opens_2026_11 FOR VALUES FROM ('01a19467-e800-7000-8000-000000000000') TO ('01a22ee6-b000-7000-8000-000000000000');
ALTER TABLE ONLY public.opens ATTACH PARTITION public.opens_2026_12 FOR VALUES FROM ('01a22ee6-b000-7000-8000-000000000000') TO ('01a2ce8b-d400-7000-8000-000000000000');
ALTER TABLE ONLY public.opens ATTACH PARTITION public.opens_2027_01 FOR VALUES FROM ('01a2ce8b-d400-7000-8000-000000000000') TO ('01a36e30-f800-7000-8000-000000000000');
ALTER TABLE ONLY public.opens ATTACH PARTITION public.opens_default DEFAULT;
INSERT INTO public.app_keys VALUES
	('01a2025a-ca19-759a-8611-15970e669b3e', '01a2025a-c78f-77f2-9d05-9e1df44a80d0', 'First key', 'secret', 'fl_live_C9Z2', '\x2e76d8bd0e2e1a83d075cd89b6156717a4aeb515a973b5b4b6b4bad29b05d9c2', '2026-11-22 08:23:51.843338+00', NULL),
	('01a2025a-f973-7158-b881-804f884e3cd9', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 'First key', 'secret', 'fl_live_qcmU', '\x4f19024a67732eb8f57b836d94a82e0d320a7d31837838b3bb3495ee5ec4643f', '2026-11-22 08:23:59.978335+00', NULL),
	('01a2025b-2e3a-728b-b36e-78788dbe542f', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 'First key', 'secret', 'fl_live_YNcP', '\xd32bd21bb91f0f32a923843c66aab51fe784461b16f6d587a6b14d705723750c', '2026-11-22 08:24:16.070037+00', NULL);
INSERT INTO public.click_merge VALUES
	(true, '01a2025b-890c-7000-8000-000000000000', '01a2025b-890c-7000-8000-000000000000', '2026-11-22 08:24:43.02+00', '2026-11-22 08:24:43.02+00', '2026-11-22 00:00:00+00');
INSERT INTO public.click_signals VALUES
	('01a2025b-3aee-767a-a809-f99670ba9e46', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 1, '2026-11-22 08:24:23.022+00', 2596512372062440180, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-3b39-7578-b8eb-d488eff053d7', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 1, '2026-11-22 08:24:23.097+00', -5922405717034630691, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-3c39-7560-b20e-dbee71a20534', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 1, '2026-11-22 08:24:23.353+00', 51988253724712882, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-3c65-74fb-9adc-c22ca4e0a5a9', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 2, '2026-11-22 08:24:23.397+00', 6869155207160800810, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-3c74-7390-81b3-1eea299f04ba', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 2, '2026-11-22 08:24:23.412+00', 6109256277570660680, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-3ca2-7486-bd50-8371a79eb63b', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 2, '2026-11-22 08:24:23.458+00', 5372480238003583203, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-3caf-7615-9cef-64069a61af5e', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 2, '2026-11-22 08:24:23.471+00', -7243275797747967465, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-3cbc-7030-8434-75c63b0ef8b4', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 3, '2026-11-22 08:24:23.484+00', 3185936966518080113, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-3cc1-706e-8417-4c6015eab3d0', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 3, '2026-11-22 08:24:23.489+00', -9062373453123270766, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-3cc8-7113-8bf0-7c06cd37adbd', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 3, '2026-11-22 08:24:23.496+00', 3733483187195173187, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-3cca-76a8-9a4c-c386c703bb67', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 3, '2026-11-22 08:24:23.498+00', 2935654459483013281, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-3cce-738d-90ff-4cb0b512f4df', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 3, '2026-11-22 08:24:23.502+00', 977099097708401186, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-3cd4-752e-bb6b-2d90f414fa2c', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 3, '2026-11-22 08:24:23.508+00', -667119531946594409, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-3cdb-71d1-9224-2b9bbb978761', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, '2026-11-22 08:24:23.515+00', 7692635315554280183, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-3ce0-7257-af8a-333abc2759cb', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, '2026-11-22 08:24:23.52+00', 7079903976228320907, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-3ced-7786-831d-72101433632e', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, '2026-11-22 08:24:23.533+00', 7964774016434064609, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-3cf4-73e7-ae46-58b3ecc0e285', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, '2026-11-22 08:24:23.54+00', 3452996036143843014, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-3cfc-7173-a85e-0771b659bd2e', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, '2026-11-22 08:24:23.548+00', 5332748640810972596, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-3d00-730a-924f-487dc59fdaeb', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, '2026-11-22 08:24:23.552+00', 3934906379311324414, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-3d0a-7466-9894-ce6bf8673e56', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, '2026-11-22 08:24:23.562+00', 7921468697889339422, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-3e5c-70b9-a554-94f1da48e29d', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 5, '2026-11-22 08:24:23.9+00', -8697313653138668182, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-3ea4-7691-adcf-7a04fc9f0ef8', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 5, '2026-11-22 08:24:23.972+00', 828004732583661292, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-3ec3-7190-914d-5b2669a27773', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 5, '2026-11-22 08:24:24.003+00', 8485200678432527970, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-3ec9-70ab-a02a-a16106dd6bf3', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 6, '2026-11-22 08:24:24.009+00', -1662718606872143357, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-3ed4-72a4-a8d3-5abcd06f3832', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 6, '2026-11-22 08:24:24.02+00', 8925841687922457239, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-3ef0-7105-b421-f193622199ce', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 6, '2026-11-22 08:24:24.048+00', 2783804865060015530, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-3efa-71a9-967e-7cf19d32f98c', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 6, '2026-11-22 08:24:24.058+00', -5222051897916200341, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-3f17-7502-ab41-9a47c6237816', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 7, '2026-11-22 08:24:24.087+00', -202250357742768922, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-3f37-7561-9db3-002e57d00cb0', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 7, '2026-11-22 08:24:24.119+00', -1922254778782163274, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-3f4b-77e9-8388-aafbe81b2590', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 7, '2026-11-22 08:24:24.139+00', -4096099040864157888, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-3f57-706e-baa5-e34f0ac08f85', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 7, '2026-11-22 08:24:24.151+00', 1628163683817555725, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-3f78-7638-ab27-5454326338ed', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 7, '2026-11-22 08:24:24.184+00', -592288605907840979, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-3f86-70a8-8f44-bccb4708ce43', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 7, '2026-11-22 08:24:24.198+00', -1951896381285952275, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-3f9b-715d-b7d8-d37445c172aa', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 8, '2026-11-22 08:24:24.219+00', -4832966539523373453, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-3fc8-70a7-b9a3-bfc4c80da98d', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 8, '2026-11-22 08:24:24.264+00', -5017717146925215876, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-4009-761c-86eb-b566ce65675c', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 8, '2026-11-22 08:24:24.329+00', 3280069179748262390, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-401f-72d6-b77a-bfd418689cc1', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 8, '2026-11-22 08:24:24.351+00', -3070688960917686601, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-4063-719f-867b-6a1ffb311553', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 8, '2026-11-22 08:24:24.419+00', 4557576170673638390, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-4074-7140-b8fc-e3e1a13a8c79', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 8, '2026-11-22 08:24:24.436+00', 8400870999527139081, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-4093-713c-a3c0-dfd9bcc87bc3', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 8, '2026-11-22 08:24:24.467+00', -4052159923602581527, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-a049-70f2-a29c-53fffdfac39f', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 1, '2026-11-22 08:24:48.969+00', 2596512372062440180, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-a631-7205-87bc-1d2549856527', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 1, '2026-11-22 08:24:50.481+00', -5922405717034630691, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-a643-7131-aa45-73936139115b', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 1, '2026-11-22 08:24:50.499+00', 51988253724712882, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-a64b-77d1-9752-135eb24acdef', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 2, '2026-11-22 08:24:50.507+00', 6869155207160800810, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-a659-73e3-b9fa-0111c0d7b2a8', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 2, '2026-11-22 08:24:50.521+00', 6109256277570660680, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-a662-77b0-9fb4-99b73c659915', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 2, '2026-11-22 08:24:50.53+00', 5372480238003583203, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-a669-7019-a76d-3d9144cc2b77', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 2, '2026-11-22 08:24:50.537+00', -7243275797747967465, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-a67e-7175-909e-04d387f0a934', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 3, '2026-11-22 08:24:50.558+00', 3185936966518080113, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-a688-749f-a3ec-7912e06ac7a5', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 3, '2026-11-22 08:24:50.568+00', -9062373453123270766, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-a698-733b-a7da-215f0e4bf7e6', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 3, '2026-11-22 08:24:50.584+00', 3733483187195173187, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-a6a0-7655-bd4a-633dd3bb299e', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 3, '2026-11-22 08:24:50.592+00', 2935654459483013281, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-a6ac-7275-b9e4-52ed0e8e50a7', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 3, '2026-11-22 08:24:50.604+00', 977099097708401186, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-a6b0-7417-a533-95888dca91c7', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 3, '2026-11-22 08:24:50.608+00', -667119531946594409, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-a6b8-752d-9617-b65832daca2a', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, '2026-11-22 08:24:50.616+00', 7692635315554280183, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-a6c4-71b9-84ee-6da0280b11f7', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, '2026-11-22 08:24:50.628+00', 7079903976228320907, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-a6d0-7736-bdeb-0e6a01d8b49f', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, '2026-11-22 08:24:50.64+00', 7964774016434064609, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-a6e1-74c0-b726-95378ec85fb3', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, '2026-11-22 08:24:50.657+00', 3452996036143843014, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-a6f3-7309-b681-698b30bcd693', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, '2026-11-22 08:24:50.675+00', 5332748640810972596, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-a6fc-7422-8ea4-b3dd2114ab65', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, '2026-11-22 08:24:50.684+00', 3934906379311324414, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-a70c-77ae-a61c-ece1bf8e0b19', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, '2026-11-22 08:24:50.7+00', 7921468697889339422, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-a72e-7118-806f-538bc0f07e1b', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 5, '2026-11-22 08:24:50.734+00', -8697313653138668182, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-a737-75c5-93f7-2c877d6219f2', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 5, '2026-11-22 08:24:50.743+00', 828004732583661292, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-a73c-72f6-919b-d7776258efe7', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 5, '2026-11-22 08:24:50.748+00', 8485200678432527970, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-a748-76d3-84b1-0331b205b725', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 6, '2026-11-22 08:24:50.76+00', -1662718606872143357, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-a74e-741e-819d-f267cbcbadb8', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 6, '2026-11-22 08:24:50.766+00', 8925841687922457239, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-a760-7610-9208-407f26ed35bc', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 6, '2026-11-22 08:24:50.784+00', 2783804865060015530, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-a769-725c-b27a-1e051a3be6ae', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 6, '2026-11-22 08:24:50.793+00', -5222051897916200341, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-a772-749d-a839-3a6345d27361', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 7, '2026-11-22 08:24:50.802+00', -202250357742768922, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-a783-76df-b7d2-486d47523396', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 7, '2026-11-22 08:24:50.819+00', -1922254778782163274, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-a78d-7603-9672-3664144705f6', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 7, '2026-11-22 08:24:50.829+00', -4096099040864157888, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-a796-70c7-a2c9-fdcba685e0b3', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 7, '2026-11-22 08:24:50.838+00', 1628163683817555725, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-a79c-74bf-977e-748b258040fd', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 7, '2026-11-22 08:24:50.844+00', -592288605907840979, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-a79f-76b8-b7a1-0ef84a8d37aa', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 7, '2026-11-22 08:24:50.847+00', -1951896381285952275, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-a7ad-74e2-ac3e-c7e405e09398', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 8, '2026-11-22 08:24:50.861+00', -4832966539523373453, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-a7b2-7791-bba3-befd64c7c288', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 8, '2026-11-22 08:24:50.866+00', -5017717146925215876, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-a7b6-73a4-bbf0-d6475b855f94', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 8, '2026-11-22 08:24:50.87+00', 3280069179748262390, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-a7b9-71ea-a2a6-8d3b5aa786e8', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 8, '2026-11-22 08:24:50.873+00', -3070688960917686601, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-a7cc-75b4-b80d-81688dd15d13', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 8, '2026-11-22 08:24:50.892+00', 4557576170673638390, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025b-a7d0-70df-b0ef-33e1221d9583', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 8, '2026-11-22 08:24:50.896+00', 8400870999527139081, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025b-a7d8-7752-a04a-0b30f0dde826', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 8, '2026-11-22 08:24:50.904+00', -4052159923602581527, 'ios', 18, 'iPhone', NULL, NULL, NULL, false);
INSERT INTO public.click_terms OVERRIDING SYSTEM VALUE VALUES
	(1, 'country', 'PT'),
	(2, 'os', 'iOS'),
	(3, 'browser', 'Safari'),
	(4, 'device', 'mobile'),
	(5, 'country', 'DE'),
	(6, 'browser', 'Chrome'),
	(7, 'os', 'Android'),
	(8, 'os', 'Windows'),
	(9, 'country', 'US'),
	(10, 'device', 'desktop'),
	(11, 'app', 'facebookexternalhit'),
	(12, 'device', 'other');
INSERT INTO public.clicks_2026_11 VALUES
	('01a2025b-3aee-767a-a809-f99670ba9e46', '2026-11-22 08:24:23.022+00', 1, 1, 0, 4, 2, 3, 1, NULL, NULL, 1770200622216605353),
	('01a2025b-3b39-7578-b8eb-d488eff053d7', '2026-11-22 08:24:23.097+00', 1, 1, 0, 4, 7, 6, 5, NULL, 1, 6082560435785096186),
	('01a2025b-3bc9-712c-a211-1c76003d1463', '2026-11-22 08:24:23.241+00', 1, 1, 0, 10, 8, 6, 9, NULL, NULL, 5612854937488186675),
	('01a2025b-3c39-7560-b20e-dbee71a20534', '2026-11-22 08:24:23.353+00', 1, 1, 0, 4, 2, 3, 1, NULL, 2, -3469854554111507205),
	('01a2025b-3c65-74fb-9adc-c22ca4e0a5a9', '2026-11-22 08:24:23.397+00', 2, 1, 0, 4, 2, 3, 1, NULL, NULL, 3412694697805023171),
	('01a2025b-3c74-7390-81b3-1eea299f04ba', '2026-11-22 08:24:23.412+00', 2, 1, 0, 4, 7, 6, 5, NULL, 1, -8524288518520499253),
	('01a2025b-3c8e-7015-90eb-c93ff3246825', '2026-11-22 08:24:23.438+00', 2, 1, 0, 10, 8, 6, 9, NULL, NULL, 4019123737613789436),
	('01a2025b-3ca2-7486-bd50-8371a79eb63b', '2026-11-22 08:24:23.458+00', 2, 1, 0, 4, 2, 3, 1, NULL, 2, -558439710799478629),
	('01a2025b-3caf-7615-9cef-64069a61af5e', '2026-11-22 08:24:23.471+00', 2, 1, 0, 4, 7, 6, 5, NULL, NULL, 6829328471203602195),
	('01a2025b-3cb8-7238-adc2-5f1d6c42abf7', '2026-11-22 08:24:23.48+00', 2, 1, 0, 10, 8, 6, 9, NULL, 1, -8716945574303880139),
	('01a2025b-3cbc-7030-8434-75c63b0ef8b4', '2026-11-22 08:24:23.484+00', 3, 1, 0, 4, 2, 3, 1, NULL, NULL, 2195849193663963521),
	('01a2025b-3cc1-706e-8417-4c6015eab3d0', '2026-11-22 08:24:23.489+00', 3, 1, 0, 4, 7, 6, 5, NULL, 1, -6470388076585019896),
	('01a2025b-3cc4-73b8-924a-3a8239f45101', '2026-11-22 08:24:23.492+00', 3, 1, 0, 10, 8, 6, 9, NULL, NULL, -1181701686235923347),
	('01a2025b-3cc8-7113-8bf0-7c06cd37adbd', '2026-11-22 08:24:23.496+00', 3, 1, 0, 4, 2, 3, 1, NULL, 2, 738568851124457728),
	('01a2025b-3cca-76a8-9a4c-c386c703bb67', '2026-11-22 08:24:23.498+00', 3, 1, 0, 4, 7, 6, 5, NULL, NULL, 3675536148798763368),
	('01a2025b-3ccc-7723-a6ec-42b1639953ec', '2026-11-22 08:24:23.5+00', 3, 1, 0, 10, 8, 6, 9, NULL, 1, 219535298920358086),
	('01a2025b-3cce-738d-90ff-4cb0b512f4df', '2026-11-22 08:24:23.502+00', 3, 1, 0, 4, 2, 3, 1, NULL, NULL, -865894900642225482),
	('01a2025b-3cd4-752e-bb6b-2d90f414fa2c', '2026-11-22 08:24:23.508+00', 3, 1, 0, 4, 7, 6, 5, NULL, 2, 9132899005194821108),
	('01a2025b-3cdb-71d1-9224-2b9bbb978761', '2026-11-22 08:24:23.515+00', 4, 1, 0, 4, 2, 3, 1, NULL, NULL, 1928219498215957724),
	('01a2025b-3ce0-7257-af8a-333abc2759cb', '2026-11-22 08:24:23.52+00', 4, 1, 0, 4, 7, 6, 5, NULL, 1, -7084698885475183696),
	('01a2025b-3ce5-707b-813b-3aedeeafc106', '2026-11-22 08:24:23.525+00', 4, 1, 0, 10, 8, 6, 9, NULL, NULL, 3018197138050034611),
	('01a2025b-3ced-7786-831d-72101433632e', '2026-11-22 08:24:23.533+00', 4, 1, 0, 4, 2, 3, 1, NULL, 2, -874982998416130722),
	('01a2025b-3cf4-73e7-ae46-58b3ecc0e285', '2026-11-22 08:24:23.54+00', 4, 1, 0, 4, 7, 6, 5, NULL, NULL, -7352274965957246678),
	('01a2025b-3cfa-7723-8e5d-9be1348912d8', '2026-11-22 08:24:23.546+00', 4, 1, 0, 10, 8, 6, 9, NULL, 1, -9163534492524977622),
	('01a2025b-3cfc-7173-a85e-0771b659bd2e', '2026-11-22 08:24:23.548+00', 4, 1, 0, 4, 2, 3, 1, NULL, NULL, 4163459078066590988),
	('01a2025b-3d00-730a-924f-487dc59fdaeb', '2026-11-22 08:24:23.552+00', 4, 1, 0, 4, 7, 6, 5, NULL, 2, -184464136528198065),
	('01a2025b-3d08-71b8-ac09-cfba274699fd', '2026-11-22 08:24:23.56+00', 4, 1, 0, 10, 8, 6, 9, NULL, NULL, 4296389978058182762),
	('01a2025b-3d0a-7466-9894-ce6bf8673e56', '2026-11-22 08:24:23.562+00', 4, 1, 0, 4, 2, 3, 1, NULL, 1, 5611967522575803316),
	('01a2025b-3d0e-75e4-95ba-2e31f89570c8', '2026-11-22 08:24:23.566+00', 1, 2, 0, 12, NULL, NULL, NULL, 11, NULL, -5841075447479508262),
	('01a2025b-3d47-762d-917c-edc1b6fd38ec', '2026-11-22 08:24:23.623+00', 1, 1, 2, 12, NULL, NULL, NULL, NULL, NULL, -6125327376047103454),
	('01a2025b-3d6f-7723-a1fd-b5017f26e267', '2026-11-22 08:24:23.663+00', 2, 2, 0, 12, NULL, NULL, NULL, 11, NULL, -5841075447479508262),
	('01a2025b-3d7c-7316-8965-1d16e049b6ae', '2026-11-22 08:24:23.676+00', 2, 1, 2, 12, NULL, NULL, NULL, NULL, NULL, -6125327376047103454),
	('01a2025b-3da8-71ae-bee0-874a9b0f70fe', '2026-11-22 08:24:23.72+00', 1, 3, 0, 4, 2, 3, NULL, NULL, NULL, 1502406602963861103),
	('01a2025b-3e5c-70b9-a554-94f1da48e29d', '2026-11-22 08:24:23.9+00', 5, 1, 0, 4, 2, 3, 1, NULL, NULL, 1770200622216605353),
	('01a2025b-3ea4-7691-adcf-7a04fc9f0ef8', '2026-11-22 08:24:23.972+00', 5, 1, 0, 4, 7, 6, 5, NULL, 1, 6082560435785096186),
	('01a2025b-3eab-74fc-abd3-7e5fd3688941', '2026-11-22 08:24:23.979+00', 5, 1, 0, 10, 8, 6, 9, NULL, NULL, 5612854937488186675),
	('01a2025b-3ec3-7190-914d-5b2669a27773', '2026-11-22 08:24:24.003+00', 5, 1, 0, 4, 2, 3, 1, NULL, 2, -3469854554111507205),
	('01a2025b-3ec9-70ab-a02a-a16106dd6bf3', '2026-11-22 08:24:24.009+00', 6, 1, 0, 4, 2, 3, 1, NULL, NULL, 3412694697805023171),
	('01a2025b-3ed4-72a4-a8d3-5abcd06f3832', '2026-11-22 08:24:24.02+00', 6, 1, 0, 4, 7, 6, 5, NULL, 1, -8524288518520499253),
	('01a2025b-3ee8-7212-b8f9-2cd7be29f49d', '2026-11-22 08:24:24.04+00', 6, 1, 0, 10, 8, 6, 9, NULL, NULL, 4019123737613789436),
	('01a2025b-3ef0-7105-b421-f193622199ce', '2026-11-22 08:24:24.048+00', 6, 1, 0, 4, 2, 3, 1, NULL, 2, -558439710799478629),
	('01a2025b-3efa-71a9-967e-7cf19d32f98c', '2026-11-22 08:24:24.058+00', 6, 1, 0, 4, 7, 6, 5, NULL, NULL, 6829328471203602195),
	('01a2025b-3f09-776e-89fd-e4737151be99', '2026-11-22 08:24:24.073+00', 6, 1, 0, 10, 8, 6, 9, NULL, 1, -8716945574303880139),
	('01a2025b-3f17-7502-ab41-9a47c6237816', '2026-11-22 08:24:24.087+00', 7, 1, 0, 4, 2, 3, 1, NULL, NULL, 2195849193663963521),
	('01a2025b-3f37-7561-9db3-002e57d00cb0', '2026-11-22 08:24:24.119+00', 7, 1, 0, 4, 7, 6, 5, NULL, 1, -6470388076585019896),
	('01a2025b-3f3f-7490-9205-d2b60b0250a5', '2026-11-22 08:24:24.127+00', 7, 1, 0, 10, 8, 6, 9, NULL, NULL, -1181701686235923347),
	('01a2025b-3f4b-77e9-8388-aafbe81b2590', '2026-11-22 08:24:24.139+00', 7, 1, 0, 4, 2, 3, 1, NULL, 2, 738568851124457728),
	('01a2025b-3f57-706e-baa5-e34f0ac08f85', '2026-11-22 08:24:24.151+00', 7, 1, 0, 4, 7, 6, 5, NULL, NULL, 3675536148798763368),
	('01a2025b-3f64-714b-aa5c-64bba4dcb1e9', '2026-11-22 08:24:24.164+00', 7, 1, 0, 10, 8, 6, 9, NULL, 1, 219535298920358086),
	('01a2025b-3f78-7638-ab27-5454326338ed', '2026-11-22 08:24:24.184+00', 7, 1, 0, 4, 2, 3, 1, NULL, NULL, -865894900642225482),
	('01a2025b-3f86-70a8-8f44-bccb4708ce43', '2026-11-22 08:24:24.198+00', 7, 1, 0, 4, 7, 6, 5, NULL, 2, 9132899005194821108),
	('01a2025b-3f9b-715d-b7d8-d37445c172aa', '2026-11-22 08:24:24.219+00', 8, 1, 0, 4, 2, 3, 1, NULL, NULL, 1928219498215957724),
	('01a2025b-3fc8-70a7-b9a3-bfc4c80da98d', '2026-11-22 08:24:24.264+00', 8, 1, 0, 4, 7, 6, 5, NULL, 1, -7084698885475183696),
	('01a2025b-3fe2-7294-a566-8c847f5d0351', '2026-11-22 08:24:24.29+00', 8, 1, 0, 10, 8, 6, 9, NULL, NULL, 3018197138050034611),
	('01a2025b-4009-761c-86eb-b566ce65675c', '2026-11-22 08:24:24.329+00', 8, 1, 0, 4, 2, 3, 1, NULL, 2, -874982998416130722),
	('01a2025b-401f-72d6-b77a-bfd418689cc1', '2026-11-22 08:24:24.351+00', 8, 1, 0, 4, 7, 6, 5, NULL, NULL, -7352274965957246678),
	('01a2025b-4035-748a-811e-67b4cc53afa9', '2026-11-22 08:24:24.373+00', 8, 1, 0, 10, 8, 6, 9, NULL, 1, -9163534492524977622),
	('01a2025b-4063-719f-867b-6a1ffb311553', '2026-11-22 08:24:24.419+00', 8, 1, 0, 4, 2, 3, 1, NULL, NULL, 4163459078066590988),
	('01a2025b-4074-7140-b8fc-e3e1a13a8c79', '2026-11-22 08:24:24.436+00', 8, 1, 0, 4, 7, 6, 5, NULL, 2, -184464136528198065),
	('01a2025b-4082-7371-a8a9-6025f1cd0feb', '2026-11-22 08:24:24.45+00', 8, 1, 0, 10, 8, 6, 9, NULL, NULL, 4296389978058182762),
	('01a2025b-4093-713c-a3c0-dfd9bcc87bc3', '2026-11-22 08:24:24.467+00', 8, 1, 0, 4, 2, 3, 1, NULL, 1, 5611967522575803316),
	('01a2025b-40a6-761c-9c56-62ce0752f9a3', '2026-11-22 08:24:24.486+00', 5, 2, 0, 12, NULL, NULL, NULL, 11, NULL, -5841075447479508262),
	('01a2025b-40be-74a6-83d1-5f16f5d7ac4d', '2026-11-22 08:24:24.51+00', 5, 1, 2, 12, NULL, NULL, NULL, NULL, NULL, -6125327376047103454),
	('01a2025b-40d9-74ea-9f3b-63dd075006b8', '2026-11-22 08:24:24.537+00', 6, 2, 0, 12, NULL, NULL, NULL, 11, NULL, -5841075447479508262),
	('01a2025b-40f1-7467-b1a3-18b2c76afcf9', '2026-11-22 08:24:24.561+00', 6, 1, 2, 12, NULL, NULL, NULL, NULL, NULL, -6125327376047103454),
	('01a2025b-40fa-778e-a82b-7446787a57fe', '2026-11-22 08:24:24.57+00', 5, 3, 0, 4, 2, 3, NULL, NULL, NULL, 1502406602963861103),
	('01a2025b-a049-70f2-a29c-53fffdfac39f', '2026-11-22 08:24:48.969+00', 1, 1, 0, 4, 2, 3, 1, NULL, NULL, 1770200622216605353),
	('01a2025b-a631-7205-87bc-1d2549856527', '2026-11-22 08:24:50.481+00', 1, 1, 0, 4, 7, 6, 5, NULL, 1, 6082560435785096186),
	('01a2025b-a63d-768a-a9bb-2be6d93dd017', '2026-11-22 08:24:50.493+00', 1, 1, 0, 10, 8, 6, 9, NULL, NULL, 5612854937488186675),
	('01a2025b-a643-7131-aa45-73936139115b', '2026-11-22 08:24:50.499+00', 1, 1, 0, 4, 2, 3, 1, NULL, 2, -3469854554111507205),
	('01a2025b-a64b-77d1-9752-135eb24acdef', '2026-11-22 08:24:50.507+00', 2, 1, 0, 4, 2, 3, 1, NULL, NULL, 3412694697805023171),
	('01a2025b-a659-73e3-b9fa-0111c0d7b2a8', '2026-11-22 08:24:50.521+00', 2, 1, 0, 4, 7, 6, 5, NULL, 1, -8524288518520499253),
	('01a2025b-a65e-7427-a193-d851929e2612', '2026-11-22 08:24:50.526+00', 2, 1, 0, 10, 8, 6, 9, NULL, NULL, 4019123737613789436),
	('01a2025b-a662-77b0-9fb4-99b73c659915', '2026-11-22 08:24:50.53+00', 2, 1, 0, 4, 2, 3, 1, NULL, 2, -558439710799478629),
	('01a2025b-a669-7019-a76d-3d9144cc2b77', '2026-11-22 08:24:50.537+00', 2, 1, 0, 4, 7, 6, 5, NULL, NULL, 6829328471203602195),
	('01a2025b-a670-7037-b26d-92941eb80fa5', '2026-11-22 08:24:50.544+00', 2, 1, 0, 10, 8, 6, 9, NULL, 1, -8716945574303880139),
	('01a2025b-a67e-7175-909e-04d387f0a934', '2026-11-22 08:24:50.558+00', 3, 1, 0, 4, 2, 3, 1, NULL, NULL, 2195849193663963521),
	('01a2025b-a688-749f-a3ec-7912e06ac7a5', '2026-11-22 08:24:50.568+00', 3, 1, 0, 4, 7, 6, 5, NULL, 1, -6470388076585019896),
	('01a2025b-a690-7002-82bd-4883e76fad1f', '2026-11-22 08:24:50.576+00', 3, 1, 0, 10, 8, 6, 9, NULL, NULL, -1181701686235923347),
	('01a2025b-a698-733b-a7da-215f0e4bf7e6', '2026-11-22 08:24:50.584+00', 3, 1, 0, 4, 2, 3, 1, NULL, 2, 738568851124457728),
	('01a2025b-a6a0-7655-bd4a-633dd3bb299e', '2026-11-22 08:24:50.592+00', 3, 1, 0, 4, 7, 6, 5, NULL, NULL, 3675536148798763368),
	('01a2025b-a6a8-7486-be49-f6dd2dba92cb', '2026-11-22 08:24:50.6+00', 3, 1, 0, 10, 8, 6, 9, NULL, 1, 219535298920358086),
	('01a2025b-a6ac-7275-b9e4-52ed0e8e50a7', '2026-11-22 08:24:50.604+00', 3, 1, 0, 4, 2, 3, 1, NULL, NULL, -865894900642225482),
	('01a2025b-a6b0-7417-a533-95888dca91c7', '2026-11-22 08:24:50.608+00', 3, 1, 0, 4, 7, 6, 5, NULL, 2, 9132899005194821108),
	('01a2025b-a6b8-752d-9617-b65832daca2a', '2026-11-22 08:24:50.616+00', 4, 1, 0, 4, 2, 3, 1, NULL, NULL, 1928219498215957724),
	('01a2025b-a6c4-71b9-84ee-6da0280b11f7', '2026-11-22 08:24:50.628+00', 4, 1, 0, 4, 7, 6, 5, NULL, 1, -7084698885475183696),
	('01a2025b-a6ca-7592-b89b-965d286ab7c2', '2026-11-22 08:24:50.634+00', 4, 1, 0, 10, 8, 6, 9, NULL, NULL, 3018197138050034611),
	('01a2025b-a6d0-7736-bdeb-0e6a01d8b49f', '2026-11-22 08:24:50.64+00', 4, 1, 0, 4, 2, 3, 1, NULL, 2, -874982998416130722),
	('01a2025b-a6e1-74c0-b726-95378ec85fb3', '2026-11-22 08:24:50.657+00', 4, 1, 0, 4, 7, 6, 5, NULL, NULL, -7352274965957246678),
	('01a2025b-a6e5-721e-8f7b-661b2ad9e97c', '2026-11-22 08:24:50.661+00', 4, 1, 0, 10, 8, 6, 9, NULL, 1, -9163534492524977622),
	('01a2025b-a6f3-7309-b681-698b30bcd693', '2026-11-22 08:24:50.675+00', 4, 1, 0, 4, 2, 3, 1, NULL, NULL, 4163459078066590988),
	('01a2025b-a6fc-7422-8ea4-b3dd2114ab65', '2026-11-22 08:24:50.684+00', 4, 1, 0, 4, 7, 6, 5, NULL, 2, -184464136528198065),
	('01a2025b-a6ff-774e-93d1-38e4c488c3d7', '2026-11-22 08:24:50.687+00', 4, 1, 0, 10, 8, 6, 9, NULL, NULL, 4296389978058182762),
	('01a2025b-a70c-77ae-a61c-ece1bf8e0b19', '2026-11-22 08:24:50.7+00', 4, 1, 0, 4, 2, 3, 1, NULL, 1, 5611967522575803316),
	('01a2025b-a713-7328-95d3-49081ee7944b', '2026-11-22 08:24:50.707+00', 1, 2, 0, 12, NULL, NULL, NULL, 11, NULL, -5841075447479508262),
	('01a2025b-a717-76ff-a9a7-0eebc470c7ff', '2026-11-22 08:24:50.711+00', 1, 1, 2, 12, NULL, NULL, NULL, NULL, NULL, -6125327376047103454),
	('01a2025b-a71f-7019-b59b-8e9ddab649a7', '2026-11-22 08:24:50.719+00', 2, 2, 0, 12, NULL, NULL, NULL, 11, NULL, -5841075447479508262),
	('01a2025b-a725-77bb-b8a7-947893f5ddf9', '2026-11-22 08:24:50.725+00', 2, 1, 2, 12, NULL, NULL, NULL, NULL, NULL, -6125327376047103454),
	('01a2025b-a72a-7781-aa19-2a2e830a09c4', '2026-11-22 08:24:50.73+00', 1, 3, 0, 4, 2, 3, NULL, NULL, NULL, 1502406602963861103),
	('01a2025b-a72e-7118-806f-538bc0f07e1b', '2026-11-22 08:24:50.734+00', 5, 1, 0, 4, 2, 3, 1, NULL, NULL, 1770200622216605353);
INSERT INTO public.clicks_2026_11 VALUES
	('01a2025b-a737-75c5-93f7-2c877d6219f2', '2026-11-22 08:24:50.743+00', 5, 1, 0, 4, 7, 6, 5, NULL, 1, 6082560435785096186),
	('01a2025b-a73a-76bc-8984-8be479d9cb70', '2026-11-22 08:24:50.746+00', 5, 1, 0, 10, 8, 6, 9, NULL, NULL, 5612854937488186675),
	('01a2025b-a73c-72f6-919b-d7776258efe7', '2026-11-22 08:24:50.748+00', 5, 1, 0, 4, 2, 3, 1, NULL, 2, -3469854554111507205),
	('01a2025b-a748-76d3-84b1-0331b205b725', '2026-11-22 08:24:50.76+00', 6, 1, 0, 4, 2, 3, 1, NULL, NULL, 3412694697805023171),
	('01a2025b-a74e-741e-819d-f267cbcbadb8', '2026-11-22 08:24:50.766+00', 6, 1, 0, 4, 7, 6, 5, NULL, 1, -8524288518520499253),
	('01a2025b-a75c-76f3-b114-12c0f60c2d99', '2026-11-22 08:24:50.78+00', 6, 1, 0, 10, 8, 6, 9, NULL, NULL, 4019123737613789436),
	('01a2025b-a760-7610-9208-407f26ed35bc', '2026-11-22 08:24:50.784+00', 6, 1, 0, 4, 2, 3, 1, NULL, 2, -558439710799478629),
	('01a2025b-a769-725c-b27a-1e051a3be6ae', '2026-11-22 08:24:50.793+00', 6, 1, 0, 4, 7, 6, 5, NULL, NULL, 6829328471203602195),
	('01a2025b-a76d-7727-9000-dbf255f314da', '2026-11-22 08:24:50.797+00', 6, 1, 0, 10, 8, 6, 9, NULL, 1, -8716945574303880139),
	('01a2025b-a772-749d-a839-3a6345d27361', '2026-11-22 08:24:50.802+00', 7, 1, 0, 4, 2, 3, 1, NULL, NULL, 2195849193663963521),
	('01a2025b-a783-76df-b7d2-486d47523396', '2026-11-22 08:24:50.819+00', 7, 1, 0, 4, 7, 6, 5, NULL, 1, -6470388076585019896),
	('01a2025b-a788-70b9-a5c8-674093fefb2f', '2026-11-22 08:24:50.824+00', 7, 1, 0, 10, 8, 6, 9, NULL, NULL, -1181701686235923347),
	('01a2025b-a78d-7603-9672-3664144705f6', '2026-11-22 08:24:50.829+00', 7, 1, 0, 4, 2, 3, 1, NULL, 2, 738568851124457728),
	('01a2025b-a796-70c7-a2c9-fdcba685e0b3', '2026-11-22 08:24:50.838+00', 7, 1, 0, 4, 7, 6, 5, NULL, NULL, 3675536148798763368),
	('01a2025b-a799-74cd-90db-8c822672b68a', '2026-11-22 08:24:50.841+00', 7, 1, 0, 10, 8, 6, 9, NULL, 1, 219535298920358086),
	('01a2025b-a79c-74bf-977e-748b258040fd', '2026-11-22 08:24:50.844+00', 7, 1, 0, 4, 2, 3, 1, NULL, NULL, -865894900642225482),
	('01a2025b-a79f-76b8-b7a1-0ef84a8d37aa', '2026-11-22 08:24:50.847+00', 7, 1, 0, 4, 7, 6, 5, NULL, 2, 9132899005194821108),
	('01a2025b-a7ad-74e2-ac3e-c7e405e09398', '2026-11-22 08:24:50.861+00', 8, 1, 0, 4, 2, 3, 1, NULL, NULL, 1928219498215957724),
	('01a2025b-a7b2-7791-bba3-befd64c7c288', '2026-11-22 08:24:50.866+00', 8, 1, 0, 4, 7, 6, 5, NULL, 1, -7084698885475183696),
	('01a2025b-a7b5-738c-bbc5-c3c7af69bed8', '2026-11-22 08:24:50.869+00', 8, 1, 0, 10, 8, 6, 9, NULL, NULL, 3018197138050034611),
	('01a2025b-a7b6-73a4-bbf0-d6475b855f94', '2026-11-22 08:24:50.87+00', 8, 1, 0, 4, 2, 3, 1, NULL, 2, -874982998416130722),
	('01a2025b-a7b9-71ea-a2a6-8d3b5aa786e8', '2026-11-22 08:24:50.873+00', 8, 1, 0, 4, 7, 6, 5, NULL, NULL, -7352274965957246678),
	('01a2025b-a7c5-77f1-95fb-19f064b1da45', '2026-11-22 08:24:50.885+00', 8, 1, 0, 10, 8, 6, 9, NULL, 1, -9163534492524977622),
	('01a2025b-a7cc-75b4-b80d-81688dd15d13', '2026-11-22 08:24:50.892+00', 8, 1, 0, 4, 2, 3, 1, NULL, NULL, 4163459078066590988),
	('01a2025b-a7d0-70df-b0ef-33e1221d9583', '2026-11-22 08:24:50.896+00', 8, 1, 0, 4, 7, 6, 5, NULL, 2, -184464136528198065),
	('01a2025b-a7d4-769a-8692-a3aa2e8e087d', '2026-11-22 08:24:50.9+00', 8, 1, 0, 10, 8, 6, 9, NULL, NULL, 4296389978058182762),
	('01a2025b-a7d8-7752-a04a-0b30f0dde826', '2026-11-22 08:24:50.904+00', 8, 1, 0, 4, 2, 3, 1, NULL, 1, 5611967522575803316),
	('01a2025b-a7dd-71d4-a8d0-83fc30e8fc16', '2026-11-22 08:24:50.909+00', 5, 2, 0, 12, NULL, NULL, NULL, 11, NULL, -5841075447479508262),
	('01a2025b-a7e1-7555-a1dd-0f0f26c86053', '2026-11-22 08:24:50.913+00', 5, 1, 2, 12, NULL, NULL, NULL, NULL, NULL, -6125327376047103454),
	('01a2025b-a7eb-754c-b0c6-32effb341858', '2026-11-22 08:24:50.923+00', 6, 2, 0, 12, NULL, NULL, NULL, 11, NULL, -5841075447479508262),
	('01a2025b-a7f2-7328-a52b-5fb7b329a316', '2026-11-22 08:24:50.93+00', 6, 1, 2, 12, NULL, NULL, NULL, NULL, NULL, -6125327376047103454),
	('01a2025b-a801-719e-97d3-05d4fcaf48fe', '2026-11-22 08:24:50.945+00', 5, 3, 0, 4, 2, 3, NULL, NULL, NULL, 1502406602963861103);
INSERT INTO public.dashboard_sessions VALUES
	('01a2025a-ccfc-7698-aa90-088b36b84132', '01a2025a-c74b-756b-b00d-38cf61e0dc3c', 'CXhvyVANpfmZcfVTRLUxLqpFb29yZN7XAClgqyqDyxM', '2026-12-06 08:23:54.877+00', NULL, NULL, '2026-11-22 08:23:51.843338+00', '2026-11-22 08:23:51.843338+00'),
	('01a2025a-f97b-71ac-9154-cdec45b78c46', '01a2025a-f8fd-733d-9498-3101739cf82c', 'jT-LuIu4tWW0IeFwTz1ML9Wh38Esaj04pqSw2keknKY', '2026-12-06 08:24:06.267+00', NULL, NULL, '2026-11-22 08:23:59.978335+00', '2026-11-22 08:23:59.978335+00'),
	('01a2025b-2e41-7459-bef4-0f79cf48814d', '01a2025b-2e24-740b-8f00-304b67cd09e7', '0E2qblgwGBKUYMSeglRCR1Pl5nhiD4F5TKyFHRyKfls', '2026-12-06 08:24:19.777+00', NULL, NULL, '2026-11-22 08:24:16.070037+00', '2026-11-22 08:24:16.070037+00');
INSERT INTO public.day_keys VALUES
	('2026-11-22', '\xa4bb65a6175df98dc0c499efd4a86f3305c0ba5487f7b56825e8408d85ed634118d1996026f0ece958cb8c33b3b2e90358d01e1f0b0b840e38275e73'),
	('2026-11-23', '\x9b8f7647e095b8d2c7d6b77559986f4b861e5ca03d2e7786546208a2279fe616f92da8c19a7028d8f76f9b5f8e9b4b31a51bbc1682a2f885e3b9a08b');
INSERT INTO public.domains VALUES
	('01a2025a-c9f8-7225-b704-c700dcd3fbc1', '01a2025a-c78f-77f2-9d05-9e1df44a80d0', 'go.localhost', '48ab22fa483a99d7a8154c23d147dfa6', '2026-11-22 08:23:54.105+00', true, '2026-11-22 08:23:51.843338+00', '2026-11-22 08:24:47.493+00', '{"proof": {"seen": [], "state": "found"}, "problem": null, "traffic": {"seen": [], "state": "found"}}', NULL),
	('01a2025a-f95e-770d-9af3-0b1bc08a7a16', '01a2025a-f94d-7448-b0dc-0ecb548a436b', 'a.kept.test', 'e370a09669cb11c032c73c867a062269', '2026-11-22 08:24:06.238+00', true, '2026-11-22 08:23:59.978335+00', '2026-11-22 08:24:50.041+00', '{"proof": {"seen": [], "state": "missing"}, "problem": "There is no TXT record at _fairlead.a.kept.test yet; new records can take an hour to be seen", "traffic": {"seen": [], "state": "missing"}}', NULL),
	('01a2025b-2e34-7627-b90e-159557d83417', '01a2025b-2e32-75ea-ae9f-b8d465473cdf', 'b.kept.test', '404438c8812064ec024c5cfae4549489', '2026-11-22 08:24:19.764+00', true, '2026-11-22 08:24:16.070037+00', '2026-11-22 08:24:50.042+00', '{"proof": {"seen": [], "state": "missing"}, "problem": "There is no TXT record at _fairlead.b.kept.test yet; new records can take an hour to be seen", "traffic": {"seen": [], "state": "missing"}}', NULL);
INSERT INTO public.link_counters VALUES
	(3, 8, 0, 0, 0, '2026-11-22 08:24:23.508+00'),
	(4, 10, 0, 0, 0, '2026-11-22 08:24:23.562+00'),
	(5, 5, 1, 1, 1, '2026-11-22 08:24:24.51+00'),
	(6, 7, 1, 0, 1, '2026-11-22 08:24:24.561+00'),
	(2, 7, 1, 0, 1, '2026-11-22 08:24:23.676+00'),
	(7, 8, 0, 0, 0, '2026-11-22 08:24:24.198+00'),
	(1, 5, 1, 1, 1, '2026-11-22 08:24:23.623+00'),
	(8, 10, 0, 0, 0, '2026-11-22 08:24:24.467+00');
INSERT INTO public.link_counts VALUES
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 7, 4),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 3, 4);
INSERT INTO public.link_tops VALUES
	(1, 4, 2, 6, 1),
	(4, 4, 2, 6, 1),
	(3, 4, 7, 6, 5),
	(8, 4, 2, 6, 1),
	(7, 4, 7, 6, 5),
	(5, 4, 2, 6, 1),
	(2, 4, 7, 6, 5),
	(6, 4, 7, 6, 5);
INSERT INTO public.link_totals VALUES
	(1, 1, 12, 1, 0),
	(4, 1, 10, 3, 0),
	(2, 1, 10, 2, 0),
	(1, 1, 4, 3, 0),
	(2, 1, 4, 4, 0),
	(1, 1, 10, 1, 0),
	(4, 1, 4, 7, 0),
	(3, 1, 4, 6, 0),
	(3, 1, 10, 2, 0),
	(1, 2, 7, 1, 0),
	(3, 2, 7, 3, 0),
	(1, 2, 8, 1, 0),
	(3, 2, 2, 3, 0),
	(4, 2, 2, 4, 0),
	(2, 2, 2, 2, 0),
	(2, 2, 8, 2, 0),
	(1, 2, 2, 2, 0),
	(2, 2, 7, 2, 0),
	(4, 2, 8, 3, 0),
	(4, 2, 7, 3, 0),
	(3, 2, 8, 2, 0),
	(3, 3, 6, 5, 0),
	(4, 3, 3, 4, 0),
	(1, 3, 6, 2, 0),
	(1, 3, 3, 2, 0),
	(2, 3, 3, 2, 0),
	(3, 3, 3, 3, 0),
	(4, 3, 6, 6, 0),
	(2, 3, 6, 4, 0),
	(4, 4, 5, 3, 0),
	(3, 4, 5, 3, 0),
	(3, 4, 1, 3, 0),
	(1, 4, 5, 1, 0),
	(2, 4, 1, 2, 0),
	(1, 4, 1, 2, 0),
	(1, 4, 9, 1, 0),
	(2, 4, 5, 2, 0),
	(4, 4, 9, 3, 0),
	(3, 4, 9, 2, 0),
	(4, 4, 1, 4, 0),
	(2, 4, 9, 2, 0),
	(5, 1, 12, 1, 0),
	(8, 1, 4, 7, 0),
	(7, 1, 4, 6, 0),
	(6, 1, 10, 2, 0),
	(5, 1, 4, 3, 0),
	(5, 1, 10, 1, 0),
	(7, 1, 10, 2, 0),
	(2, 1, 12, 1, 0),
	(6, 1, 12, 1, 0),
	(8, 1, 10, 3, 0),
	(6, 1, 4, 4, 0),
	(8, 2, 7, 3, 0),
	(5, 2, 7, 1, 0),
	(7, 2, 8, 2, 0),
	(8, 2, 8, 3, 0),
	(6, 2, 7, 2, 0),
	(7, 2, 7, 3, 0),
	(5, 2, 8, 1, 0),
	(7, 2, 2, 3, 0),
	(6, 2, 2, 2, 0),
	(5, 2, 2, 2, 0),
	(8, 2, 2, 4, 0),
	(6, 2, 8, 2, 0),
	(5, 3, 6, 2, 0),
	(7, 3, 6, 5, 0),
	(6, 3, 6, 4, 0),
	(5, 3, 3, 2, 0),
	(7, 3, 3, 3, 0),
	(8, 3, 3, 4, 0),
	(6, 3, 3, 2, 0),
	(8, 3, 6, 6, 0),
	(8, 4, 9, 3, 0),
	(7, 4, 9, 2, 0),
	(5, 4, 9, 1, 0),
	(8, 4, 1, 4, 0),
	(5, 4, 1, 2, 0),
	(8, 4, 5, 3, 0),
	(6, 4, 9, 2, 0),
	(7, 4, 1, 3, 0),
	(7, 4, 5, 3, 0),
	(5, 4, 5, 1, 0),
	(6, 4, 5, 2, 0),
	(6, 4, 1, 2, 0);
INSERT INTO public.links OVERRIDING SYSTEM VALUE VALUES
	('01a2025b-3a8d-7631-a18c-5caf6c01bb60', 1, '01a2025a-f94d-7448-b0dc-0ecb548a436b', '01a2025a-f95e-770d-9af3-0b1bc08a7a16', 'unified', '1WqJYux', 'Link 0', 'link-0', 'https://example.com/0', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:24:22.925639+00', '2026-11-22 08:24:22.925639+00', NULL, DEFAULT),
	('01a2025b-3ab2-77ee-b9dd-652775723757', 2, '01a2025a-f94d-7448-b0dc-0ecb548a436b', '01a2025a-f95e-770d-9af3-0b1bc08a7a16', 'unified', '86ZFHbT', 'Link 1', 'link-1', 'https://example.com/1', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:24:22.964788+00', '2026-11-22 08:24:22.964788+00', NULL, DEFAULT),
	('01a2025b-3adb-7251-91e4-3a60a92508a3', 3, '01a2025a-f94d-7448-b0dc-0ecb548a436b', '01a2025a-f95e-770d-9af3-0b1bc08a7a16', 'unified', 'k5NvCVK', 'Link 2', 'link-2', 'https://example.com/2', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:24:23.004305+00', '2026-11-22 08:24:23.004305+00', NULL, DEFAULT),
	('01a2025b-3ae5-765d-a65f-35010e1c3ee2', 4, '01a2025a-f94d-7448-b0dc-0ecb548a436b', '01a2025a-f95e-770d-9af3-0b1bc08a7a16', 'unified', 'HVPqCtH', 'Link 3', 'link-3', 'https://example.com/3', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:24:23.014011+00', '2026-11-22 08:24:23.014011+00', NULL, DEFAULT),
	('01a2025b-3df6-70b9-a7c1-35a4eba38a1b', 5, '01a2025b-2e32-75ea-ae9f-b8d465473cdf', '01a2025b-2e34-7627-b90e-159557d83417', 'unified', 'r8B2sbP', 'Link 0', 'link-0', 'https://example.com/0', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:24:23.799835+00', '2026-11-22 08:24:23.799835+00', NULL, DEFAULT),
	('01a2025b-3e17-76ba-961e-3906dc4f0b7e', 6, '01a2025b-2e32-75ea-ae9f-b8d465473cdf', '01a2025b-2e34-7627-b90e-159557d83417', 'unified', 'SabQHBn', 'Link 1', 'link-1', 'https://example.com/1', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:24:23.833715+00', '2026-11-22 08:24:23.833715+00', NULL, DEFAULT),
	('01a2025b-3e2e-70fa-be1e-2cbac412d9da', 7, '01a2025b-2e32-75ea-ae9f-b8d465473cdf', '01a2025b-2e34-7627-b90e-159557d83417', 'unified', '9VHTnMi', 'Link 2', 'link-2', 'https://example.com/2', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:24:23.855877+00', '2026-11-22 08:24:23.855877+00', NULL, DEFAULT),
	('01a2025b-3e4a-7581-92d1-516e202c7182', 8, '01a2025b-2e32-75ea-ae9f-b8d465473cdf', '01a2025b-2e34-7627-b90e-159557d83417', 'unified', 'E3bhgu6', 'Link 3', 'link-3', 'https://example.com/3', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:24:23.885661+00', '2026-11-22 08:24:23.885661+00', NULL, DEFAULT);
INSERT INTO public.migrations VALUES
	(1, '0001_core.sql', 'bc8de300485df5204cc91374e4cb281337a171a7437aa7f4a9ef6a158ccec18d', '2026-11-22 08:23:41.451193+00'),
	(2, '0002_accounts.sql', 'a6a94bfc6bf4806b88ccfc4b961270301cf84205e2330778f936b8dee1c1dd89', '2026-11-22 08:23:41.647171+00'),
	(10, '0010_installations.sql', '922d79c28e6da78870e5310e7342d0d6d33fe0c7526ddf4e5bc1a259b2295510', '2026-11-22 08:23:41.781232+00'),
	(15, '0015_link_counts.sql', 'ad9d10dd75ddf49f5dcbd5602ddbf1b60b0769f64adeddb1bf2c855bbc8d0f19', '2026-11-22 08:23:41.913613+00'),
	(16, '0016_usage_warnings.sql', '72318f893e16f3b68eb3cc089b75a4e965159a9fc080b089df1a7af0c163fd3f', '2026-11-22 08:23:41.951197+00'),
	(17, '0017_rate_limits.sql', '376a6a86ece1c62e31c2c5402a784a300277135edc355f9ad2e2ce3b78275d87', '2026-11-22 08:23:41.974569+00'),
	(30, '0030_attribution.sql', '578cd11bd2c766f2eb261df0a7068e211c4c332eb667d11ca34731f2e57b315c', '2026-11-22 08:23:42.014857+00'),
	(40, '0040_analytics.sql', '2df949a8a704623a219cc5f3c5068f763e62379e64808b56d1768a360bc4259a', '2026-11-22 08:23:42.139979+00'),
	(41, '0041_live_counters.sql', 'a874cef69bdcc86600368e81784fee4fa497d474fe5cbd3b3ab8c023fee08c6c', '2026-11-22 08:23:42.304166+00'),
	(50, '0050_dashboard.sql', 'd5edfdacbd906aba6fba312aeff47fe3c035401b137ef4ddeafc4fa1a776d39d', '2026-11-22 08:23:42.355574+00'),
	(55, '0055_ready_numbers.sql', '34031cc5fee655e20051d2da5c818de4303e4d993751271a2748544163cbd250', '2026-11-22 08:23:42.564265+00'),
	(60, '0060_billing.sql', '669ab99e40d469669f750451e70400f494420423a49d8cdcc9ac9cc36e1edfba', '2026-11-22 08:23:42.71427+00'),
	(61, '0061_click_retention.sql', 'bf411043878cf6621c4f47a18027f88a498a7e85b4923b5f678937b103978860', '2026-11-22 08:23:42.79917+00'),
	(62, '0062_invitation_mail.sql', '892aa13af79f3c0cdb7f92fe8f6e84768f95c918906df0c290cea4a1d76e2bae', '2026-11-22 08:23:42.803356+00'),
	(80, '0080_link_receipts.sql', 'd5862ba45af616b9c47cb101015d9a5a687194e45916aebc9347e0bab9a40ded', '2026-11-22 08:23:42.805071+00'),
	(81, '0081_cells.sql', '3e59a2ecc2c1b501e8122050a762d6c45a2c336bebcbbe1453c4280958f7d029', '2026-11-22 08:23:42.820852+00'),
	(82, '0082_gone_links.sql', 'da09dff8d27787d0c32a07046a413a6d5cd344fd53767435b4130309488cc664', '2026-11-22 08:23:42.831157+00'),
	(84, '0084_exports_outlive_projects.sql', '1cc85ce86b215035843e89928a3a4088048f68071ac20d7c42e57c7d1e632fd5', '2026-11-22 08:23:42.846402+00'),
	(85, '0085_closed_days_anew.sql', 'f2b750240826054abb9752be7ff481958440d9b3c30b07b3ceca8ecf466c44d8', '2026-11-22 08:23:42.852071+00'),
	(90, '0090_masked_session_addresses.sql', '6af2688a8cf7d4cf75b40edfab2e29cc4acac1c0ab0f706be7f2a47190285350', '2026-11-22 08:23:42.853154+00');
INSERT INTO public.opens_2026_11 VALUES
	('01a2025b-3d47-762d-917c-edc1b6fd38ec', '2026-11-22 08:24:23.623+00', 1, NULL),
	('01a2025b-3d7c-7316-8965-1d16e049b6ae', '2026-11-22 08:24:23.676+00', 2, NULL),
	('01a2025b-40be-74a6-83d1-5f16f5d7ac4d', '2026-11-22 08:24:24.51+00', 5, NULL),
	('01a2025b-40f1-7467-b1a3-18b2c76afcf9', '2026-11-22 08:24:24.561+00', 6, NULL),
	('01a2025b-a717-76ff-a9a7-0eebc470c7ff', '2026-11-22 08:24:50.711+00', 1, NULL),
	('01a2025b-a725-77bb-b8a7-947893f5ddf9', '2026-11-22 08:24:50.725+00', 2, NULL),
	('01a2025b-a7e1-7555-a1dd-0f0f26c86053', '2026-11-22 08:24:50.913+00', 5, NULL),
	('01a2025b-a7f2-7328-a52b-5fb7b329a316', '2026-11-22 08:24:50.93+00', 6, NULL);
INSERT INTO public.project_members VALUES
	('01a2025a-c78f-77f2-9d05-9e1df44a80d0', '01a2025a-c74b-756b-b00d-38cf61e0dc3c', 'owner', '2026-11-22 08:23:51.843338+00'),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', '01a2025a-f8fd-733d-9498-3101739cf82c', 'owner', '2026-11-22 08:23:59.978335+00'),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', '01a2025b-2e24-740b-8f00-304b67cd09e7', 'owner', '2026-11-22 08:24:16.070037+00');
INSERT INTO public.project_rollups VALUES
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 1, 60, '2026-11-22 08:00:00+00', 10, 8),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 1, 60, '2026-11-22 08:00:00+00', 4, 20),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 2, 60, '2026-11-22 08:00:00+00', 2, 11),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 2, 60, '2026-11-22 08:00:00+00', 8, 8),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 2, 60, '2026-11-22 08:00:00+00', 7, 9),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 3, 60, '2026-11-22 08:00:00+00', 6, 17),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 3, 60, '2026-11-22 08:00:00+00', 3, 11),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, 60, '2026-11-22 08:00:00+00', 9, 8),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, 60, '2026-11-22 08:00:00+00', 1, 11),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, 60, '2026-11-22 08:00:00+00', 5, 9),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 6, 60, '2026-11-22 08:00:00+00', 2, 6),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 6, 60, '2026-11-22 08:00:00+00', 1, 8),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 7, 60, '2026-11-22 08:00:00+00', 0, 28),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 9, 60, '2026-11-22 08:00:00+00', 11, 2),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 6, 1440, '2026-11-22 00:00:00+00', 2, 6),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 1, 1440, '2026-11-22 00:00:00+00', 10, 8),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, 1440, '2026-11-22 00:00:00+00', 5, 9),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 9, 1440, '2026-11-22 00:00:00+00', 11, 2),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 1, 1440, '2026-11-22 00:00:00+00', 4, 20),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 2, 1440, '2026-11-22 00:00:00+00', 2, 11),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 7, 1440, '2026-11-22 00:00:00+00', 0, 28),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 2, 1440, '2026-11-22 00:00:00+00', 8, 8),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, 1440, '2026-11-22 00:00:00+00', 1, 11),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 6, 1440, '2026-11-22 00:00:00+00', 1, 8),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 3, 1440, '2026-11-22 00:00:00+00', 3, 11),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 3, 1440, '2026-11-22 00:00:00+00', 6, 17),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, 1440, '2026-11-22 00:00:00+00', 9, 8),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 2, 1440, '2026-11-22 00:00:00+00', 7, 9),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 7, 0, '2026-11-01 00:00:00+00', 0, 28),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 6, 0, '2026-11-01 00:00:00+00', 2, 6),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 2, 0, '2026-11-01 00:00:00+00', 2, 11),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, 0, '2026-11-01 00:00:00+00', 5, 9),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, 0, '2026-11-01 00:00:00+00', 1, 11),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 2, 0, '2026-11-01 00:00:00+00', 7, 9),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 2, 0, '2026-11-01 00:00:00+00', 8, 8),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 6, 0, '2026-11-01 00:00:00+00', 1, 8),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 3, 0, '2026-11-01 00:00:00+00', 6, 17),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 9, 0, '2026-11-01 00:00:00+00', 11, 2),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, 0, '2026-11-01 00:00:00+00', 9, 8),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 1, 0, '2026-11-01 00:00:00+00', 4, 20),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 1, 0, '2026-11-01 00:00:00+00', 10, 8),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 3, 0, '2026-11-01 00:00:00+00', 3, 11),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 1, 60, '2026-11-22 08:00:00+00', 4, 20),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 1, 60, '2026-11-22 08:00:00+00', 12, 2),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 1, 60, '2026-11-22 08:00:00+00', 10, 8),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 1, 60, '2026-11-22 08:00:00+00', 12, 2),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 2, 60, '2026-11-22 08:00:00+00', 7, 9),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 2, 60, '2026-11-22 08:00:00+00', 8, 8),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 2, 60, '2026-11-22 08:00:00+00', 2, 11),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 2, 60, '2026-11-22 08:00:00+00', 0, 2),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 2, 60, '2026-11-22 08:00:00+00', 0, 2),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 3, 60, '2026-11-22 08:00:00+00', 6, 17),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 3, 60, '2026-11-22 08:00:00+00', 3, 11),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 3, 60, '2026-11-22 08:00:00+00', 0, 2),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 3, 60, '2026-11-22 08:00:00+00', 0, 2),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 4, 60, '2026-11-22 08:00:00+00', 1, 11),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 4, 60, '2026-11-22 08:00:00+00', 9, 8),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 4, 60, '2026-11-22 08:00:00+00', 5, 9),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, 60, '2026-11-22 08:00:00+00', 0, 2),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 4, 60, '2026-11-22 08:00:00+00', 0, 2),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 5, 60, '2026-11-22 08:00:00+00', 0, 30),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 5, 60, '2026-11-22 08:00:00+00', 0, 30),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 6, 60, '2026-11-22 08:00:00+00', 1, 8),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 6, 60, '2026-11-22 08:00:00+00', 2, 6),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 6, 60, '2026-11-22 08:00:00+00', 0, 16),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 7, 60, '2026-11-22 08:00:00+00', 2, 2),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 1, 1440, '2026-11-22 00:00:00+00', 12, 2),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 2, 1440, '2026-11-22 00:00:00+00', 0, 2),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 5, 1440, '2026-11-22 00:00:00+00', 0, 30),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, 1440, '2026-11-22 00:00:00+00', 0, 2),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 7, 1440, '2026-11-22 00:00:00+00', 2, 2),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 3, 1440, '2026-11-22 00:00:00+00', 0, 2),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 6, 1440, '2026-11-22 00:00:00+00', 0, 16),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 4, 0, '2026-11-01 00:00:00+00', 0, 2),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 6, 0, '2026-11-01 00:00:00+00', 0, 16),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 7, 0, '2026-11-01 00:00:00+00', 2, 2),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 1, 0, '2026-11-01 00:00:00+00', 12, 2),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 3, 0, '2026-11-01 00:00:00+00', 0, 2),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 5, 0, '2026-11-01 00:00:00+00', 0, 30),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 2, 0, '2026-11-01 00:00:00+00', 0, 2),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 6, 60, '2026-11-22 08:00:00+00', 0, 16),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 7, 60, '2026-11-22 08:00:00+00', 2, 2),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 7, 60, '2026-11-22 08:00:00+00', 0, 28),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 9, 60, '2026-11-22 08:00:00+00', 11, 2),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 6, 1440, '2026-11-22 00:00:00+00', 1, 8),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 1, 1440, '2026-11-22 00:00:00+00', 10, 8),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 1, 1440, '2026-11-22 00:00:00+00', 4, 20),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 3, 1440, '2026-11-22 00:00:00+00', 0, 2),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 7, 1440, '2026-11-22 00:00:00+00', 2, 2),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 2, 1440, '2026-11-22 00:00:00+00', 0, 2),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 4, 1440, '2026-11-22 00:00:00+00', 5, 9),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 6, 1440, '2026-11-22 00:00:00+00', 0, 16),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 2, 1440, '2026-11-22 00:00:00+00', 7, 9),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 3, 1440, '2026-11-22 00:00:00+00', 6, 17),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 7, 1440, '2026-11-22 00:00:00+00', 0, 28),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 4, 1440, '2026-11-22 00:00:00+00', 0, 2),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 9, 1440, '2026-11-22 00:00:00+00', 11, 2),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 6, 1440, '2026-11-22 00:00:00+00', 2, 6),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 4, 1440, '2026-11-22 00:00:00+00', 1, 11),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 4, 1440, '2026-11-22 00:00:00+00', 9, 8);
INSERT INTO public.project_rollups VALUES
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 2, 1440, '2026-11-22 00:00:00+00', 8, 8),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 1, 1440, '2026-11-22 00:00:00+00', 12, 2),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 3, 1440, '2026-11-22 00:00:00+00', 3, 11),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 2, 1440, '2026-11-22 00:00:00+00', 2, 11),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 5, 1440, '2026-11-22 00:00:00+00', 0, 30),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 4, 0, '2026-11-01 00:00:00+00', 5, 9),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 1, 0, '2026-11-01 00:00:00+00', 10, 8),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 3, 0, '2026-11-01 00:00:00+00', 0, 2),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 6, 0, '2026-11-01 00:00:00+00', 0, 16),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 2, 0, '2026-11-01 00:00:00+00', 8, 8),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 3, 0, '2026-11-01 00:00:00+00', 3, 11),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 2, 0, '2026-11-01 00:00:00+00', 7, 9),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 1, 0, '2026-11-01 00:00:00+00', 12, 2),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 6, 0, '2026-11-01 00:00:00+00', 1, 8),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 3, 0, '2026-11-01 00:00:00+00', 6, 17),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 4, 0, '2026-11-01 00:00:00+00', 1, 11),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 9, 0, '2026-11-01 00:00:00+00', 11, 2),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 6, 0, '2026-11-01 00:00:00+00', 2, 6),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 7, 0, '2026-11-01 00:00:00+00', 0, 28),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 7, 0, '2026-11-01 00:00:00+00', 2, 2),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 5, 0, '2026-11-01 00:00:00+00', 0, 30),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 2, 0, '2026-11-01 00:00:00+00', 0, 2),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 1, 0, '2026-11-01 00:00:00+00', 4, 20),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 4, 0, '2026-11-01 00:00:00+00', 0, 2),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 4, 0, '2026-11-01 00:00:00+00', 9, 8),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 2, 0, '2026-11-01 00:00:00+00', 2, 11);
INSERT INTO public.project_times VALUES
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 15, '2026-11-22 08:15:00+00', 2, 30, 2, 1),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 30, '2026-11-22 08:00:00+00', 2, 30, 2, 1),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 60, '2026-11-22 08:00:00+00', 2, 30, 2, 1),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 15, '2026-11-22 08:15:00+00', 2, 30, 2, 1),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 30, '2026-11-22 08:00:00+00', 2, 30, 2, 1),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 60, '2026-11-22 08:00:00+00', 2, 30, 2, 1);
INSERT INTO public.projects VALUES
	('01a2025a-c78f-77f2-9d05-9e1df44a80d0', 'Demo', 'business', 'https://example.com/', false, true, 60, 'ABCDE12345', 'com.example.demo', 'demo', '123456789', 'com.example.demo', '{}', 'demo', '2026-11-22 08:23:51.843338+00', '2026-11-22 08:23:51.843338+00', NULL),
	('01a2025a-f94d-7448-b0dc-0ecb548a436b', 'Kept-A', 'business', NULL, false, true, 60, NULL, NULL, NULL, NULL, NULL, '{}', NULL, '2026-11-22 08:23:59.978335+00', '2026-11-22 08:23:59.978335+00', NULL),
	('01a2025b-2e32-75ea-ae9f-b8d465473cdf', 'Kept-B', 'business', NULL, false, true, 60, NULL, NULL, NULL, NULL, NULL, '{}', NULL, '2026-11-22 08:24:16.070037+00', '2026-11-22 08:24:16.070037+00', NULL);
INSERT INTO public.referrers OVERRIDING SYSTEM VALUE VALUES
	(1, 'site-1.example'),
	(2, 'site-3.example');
INSERT INTO public.user_accounts VALUES
	('01a2025a-c74b-756c-adf4-4aa04f5012a7', '01a2025a-c74b-756b-b00d-38cf61e0dc3c', 'credential', '01a2025a-c74b-756b-b00d-38cf61e0dc3c', '2669e0cd25ce388c5cd779fab66b7dfd:574a85561b9a7906fb32b38aa4ce7d4d273d4ee2b99d7249378447761e7a375d9a0ae5e0786d10b328b1193ce3ab5c06758fb1ac61cdc8d756eda55aeb2a313d', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 08:23:51.843338+00', '2026-11-22 08:23:51.843338+00'),
	('01a2025a-f8fe-7656-b8d9-f9be11d13af8', '01a2025a-f8fd-733d-9498-3101739cf82c', 'credential', '01a2025a-f8fd-733d-9498-3101739cf82c', '090b8d38310bd37b42978543fd381bd2:fc677fa9fd4f2d26c8bbbd16ef88c4fbc81127e37255aa6a7773d7414484375d1be70ecbbc0b1849eb0f752aa18c78e4542cae6d84e66976d1e31cc027389b19', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 08:23:59.978335+00', '2026-11-22 08:23:59.978335+00'),
	('01a2025b-2e24-740c-8103-fdd49b2903b6', '01a2025b-2e24-740b-8f00-304b67cd09e7', 'credential', '01a2025b-2e24-740b-8f00-304b67cd09e7', '7d490476267fe4ea01789a9aaa7a3e19:eed5db05b63d1d4e9156162f6e9e2d538029f1cae990078607131cac35e3aab8659ecf4f0cf1d358936f2643d68a81f83375c49b4afcd593e6685e239093871d', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 08:24:16.070037+00', '2026-11-22 08:24:16.070037+00');
INSERT INTO public.users VALUES
	('01a2025a-c74b-756b-b00d-38cf61e0dc3c', 'owner', 'owner@fairlead.localhost', true, NULL, false, '2026-11-22 08:23:51.843338+00', '2026-11-22 08:23:51.843338+00'),
	('01a2025a-f8fd-733d-9498-3101739cf82c', 'owner-dfa945abaff2', 'owner-dfa945abaff2@fairlead.localhost', true, NULL, false, '2026-11-22 08:23:59.978335+00', '2026-11-22 08:23:59.978335+00'),
	('01a2025b-2e24-740b-8f00-304b67cd09e7', 'owner-8eb1f7131c4a', 'owner-8eb1f7131c4a@fairlead.localhost', true, NULL, false, '2026-11-22 08:24:16.070037+00', '2026-11-22 08:24:16.070037+00');
SELECT pg_catalog.setval('public.click_terms_code_seq', 12, true);
SELECT pg_catalog.setval('public.links_key_seq', 8, true);
SELECT pg_catalog.setval('public.referrers_code_seq', 2, true);
ALTER TABLE ONLY public.active_users
    ADD CONSTRAINT active_users_pkey PRIMARY KEY (project_id, month, device_key);
ALTER TABLE ONLY public.app_keys
    ADD CONSTRAINT app_keys_hash UNIQUE (hash);
ALTER TABLE ONLY public.app_keys
    ADD CONSTRAINT app_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attribution_facts
    ADD CONSTRAINT attribution_facts_pkey PRIMARY KEY (click_id, kind);
ALTER TABLE ONLY public.attribution_receipts
    ADD CONSTRAINT attribution_receipts_click UNIQUE (click_id);
ALTER TABLE ONLY public.attribution_receipts
    ADD CONSTRAINT attribution_receipts_installation UNIQUE (installation_id);
ALTER TABLE ONLY public.attribution_receipts
    ADD CONSTRAINT attribution_receipts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.billing_events
    ADD CONSTRAINT billing_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.busy_links
    ADD CONSTRAINT busy_links_pkey PRIMARY KEY (link_key);
ALTER TABLE ONLY public.click_merge
    ADD CONSTRAINT click_merge_pkey PRIMARY KEY (single);
ALTER TABLE ONLY public.click_queries
    ADD CONSTRAINT click_queries_pkey PRIMARY KEY (click_id);
ALTER TABLE ONLY public.click_signals
    ADD CONSTRAINT click_signals_pkey PRIMARY KEY (click_id);
ALTER TABLE ONLY public.click_terms
    ADD CONSTRAINT click_terms_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.click_terms
    ADD CONSTRAINT click_terms_term UNIQUE (dimension, term);
ALTER TABLE ONLY public.clicks
    ADD CONSTRAINT clicks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clicks_2026_11
    ADD CONSTRAINT clicks_2026_11_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clicks_2026_12
    ADD CONSTRAINT clicks_2026_12_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clicks_2027_01
    ADD CONSTRAINT clicks_2027_01_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clicks_default
    ADD CONSTRAINT clicks_default_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.dashboard_sessions
    ADD CONSTRAINT dashboard_sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.dashboard_sessions
    ADD CONSTRAINT dashboard_sessions_token UNIQUE (token);
ALTER TABLE ONLY public.day_keys
    ADD CONSTRAINT day_keys_pkey PRIMARY KEY (day);
ALTER TABLE ONLY public.domains
    ADD CONSTRAINT domains_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.domains
    ADD CONSTRAINT domains_project_host UNIQUE (project_id, host);
ALTER TABLE ONLY public.exports
    ADD CONSTRAINT exports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.gone_links
    ADD CONSTRAINT gone_links_pkey PRIMARY KEY (link_key);
ALTER TABLE ONLY public.installations
    ADD CONSTRAINT installations_client_id UNIQUE (project_id, client_id);
ALTER TABLE ONLY public.installations
    ADD CONSTRAINT installations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_project_email UNIQUE (project_id, email);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_token UNIQUE (token_hash);
ALTER TABLE ONLY public.link_counters
    ADD CONSTRAINT link_counters_pkey PRIMARY KEY (link_key);
ALTER TABLE ONLY public.link_counts
    ADD CONSTRAINT link_counts_pkey PRIMARY KEY (project_id, slot);
ALTER TABLE ONLY public.link_days
    ADD CONSTRAINT link_days_pkey PRIMARY KEY (link_key, day);
ALTER TABLE ONLY public.link_expired
    ADD CONSTRAINT link_expired_pkey PRIMARY KEY (link_key);
ALTER TABLE ONLY public.link_tops
    ADD CONSTRAINT link_tops_pkey PRIMARY KEY (link_key);
ALTER TABLE ONLY public.link_totals
    ADD CONSTRAINT link_totals_pkey PRIMARY KEY (link_key, dimension, code);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_key UNIQUE (key) INCLUDE (project_id);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.opens
    ADD CONSTRAINT opens_pkey PRIMARY KEY (click_id);
ALTER TABLE ONLY public.opens_2026_11
    ADD CONSTRAINT opens_2026_11_pkey PRIMARY KEY (click_id);
ALTER TABLE ONLY public.opens_2026_12
    ADD CONSTRAINT opens_2026_12_pkey PRIMARY KEY (click_id);
ALTER TABLE ONLY public.opens_2027_01
    ADD CONSTRAINT opens_2027_01_pkey PRIMARY KEY (click_id);
ALTER TABLE ONLY public.opens_default
    ADD CONSTRAINT opens_default_pkey PRIMARY KEY (click_id);
ALTER TABLE ONLY public.project_members
    ADD CONSTRAINT project_members_pkey PRIMARY KEY (project_id, user_id);
ALTER TABLE ONLY public.project_retention
    ADD CONSTRAINT project_retention_pkey PRIMARY KEY (project_id);
ALTER TABLE ONLY public.project_rollups
    ADD CONSTRAINT project_rollups_pkey PRIMARY KEY (project_id, dimension, span, at, code);
ALTER TABLE ONLY public.project_times
    ADD CONSTRAINT project_times_pkey PRIMARY KEY (project_id, span, at);
ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (budget);
ALTER TABLE ONLY public.referrers
    ADD CONSTRAINT referrers_host UNIQUE (host);
ALTER TABLE ONLY public.referrers
    ADD CONSTRAINT referrers_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_pkey PRIMARY KEY (project_id);
ALTER TABLE ONLY public.two_factors
    ADD CONSTRAINT two_factors_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.usage_warnings
    ADD CONSTRAINT usage_warnings_pkey PRIMARY KEY (project_id, month, limit_name, percent);
ALTER TABLE ONLY public.user_accounts
    ADD CONSTRAINT user_accounts_identity UNIQUE (provider_id, account_id);
ALTER TABLE ONLY public.user_accounts
    ADD CONSTRAINT user_accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_email UNIQUE (email);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_pkey PRIMARY KEY (id);
CREATE INDEX app_keys_project ON public.app_keys USING btree (project_id);
CREATE UNIQUE INDEX attribution_facts_installation ON public.attribution_facts USING btree (installation_id) WHERE (kind = 'install'::text);
CREATE INDEX attribution_facts_installation_any ON public.attribution_facts USING btree (installation_id) WHERE (installation_id IS NOT NULL);
CREATE INDEX attribution_facts_link_time ON public.attribution_facts USING btree (link_key, at);
CREATE INDEX attribution_facts_project ON public.attribution_facts USING btree (project_id, at);
CREATE INDEX attribution_receipts_created ON public.attribution_receipts USING btree (created_at);
CREATE INDEX attribution_receipts_link ON public.attribution_receipts USING btree (link_key, created_at, id) WHERE (link_key IS NOT NULL);
CREATE INDEX attribution_receipts_project ON public.attribution_receipts USING btree (project_id, created_at DESC);
CREATE INDEX audit_entries_project ON public.audit_entries USING btree (project_id, id DESC);
CREATE INDEX billing_events_received ON public.billing_events USING btree (received_at);
CREATE INDEX click_signals_address ON public.click_signals USING btree (address_hash, clicked_at);
CREATE INDEX clicks_link_time ON ONLY public.clicks USING btree (link_key, clicked_at);
CREATE INDEX clicks_2026_11_link_key_clicked_at_idx ON public.clicks_2026_11 USING btree (link_key, clicked_at);
CREATE INDEX clicks_2026_12_link_key_clicked_at_idx ON public.clicks_2026_12 USING btree (link_key, clicked_at);
CREATE INDEX clicks_2027_01_link_key_clicked_at_idx ON public.clicks_2027_01 USING btree (link_key, clicked_at);
CREATE INDEX clicks_default_link_key_clicked_at_idx ON public.clicks_default USING btree (link_key, clicked_at);
CREATE INDEX dashboard_sessions_expiry ON public.dashboard_sessions USING btree (expires_at);
CREATE INDEX dashboard_sessions_user ON public.dashboard_sessions USING btree (user_id);
CREATE UNIQUE INDEX domains_primary ON public.domains USING btree (project_id) WHERE is_primary;
CREATE INDEX domains_unchecked ON public.domains USING btree (checked_at NULLS FIRST);
CREATE UNIQUE INDEX domains_verified_host ON public.domains USING btree (host) WHERE (verified_at IS NOT NULL);
CREATE INDEX exports_links_end ON public.exports USING btree (links_end_at) WHERE (links_end_at IS NOT NULL);
CREATE INDEX exports_project ON public.exports USING btree (project_id, id DESC);
CREATE INDEX installations_device ON public.installations USING btree (project_id, device_id) WHERE (device_id IS NOT NULL);
CREATE INDEX installations_persistent_device ON public.installations USING btree (project_id, persistent_device_id, first_seen_at DESC) WHERE (persistent_device_id IS NOT NULL);
CREATE INDEX installations_previous ON public.installations USING btree (previous_id) WHERE (previous_id IS NOT NULL);
CREATE INDEX installations_project ON public.installations USING btree (project_id, id DESC);
CREATE INDEX installations_user ON public.installations USING btree (project_id, ((metadata ->> 'userId'::text))) WHERE ((metadata ->> 'userId'::text) IS NOT NULL);
CREATE INDEX invitations_inviter ON public.invitations USING btree (invited_by);
CREATE INDEX late_clicks_link ON public.late_clicks USING btree (link_key);
CREATE INDEX late_opens_link ON public.late_opens USING btree (link_key);
CREATE INDEX links_created ON public.links USING btree (project_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX links_domain ON public.links USING btree (domain_id);
CREATE UNIQUE INDEX links_external_id ON public.links USING btree (project_id, external_id) WHERE ((deleted_at IS NULL) AND (external_id IS NOT NULL));
CREATE UNIQUE INDEX links_slug ON public.links USING btree (project_id, slug) WHERE (deleted_at IS NULL);
CREATE INDEX opens_link_time ON ONLY public.opens USING btree (link_key, opened_at);
CREATE INDEX opens_2026_11_link_key_opened_at_idx ON public.opens_2026_11 USING btree (link_key, opened_at);
CREATE INDEX opens_time ON ONLY public.opens USING brin (opened_at) WITH (pages_per_range='2');
CREATE INDEX opens_2026_11_opened_at_idx ON public.opens_2026_11 USING brin (opened_at) WITH (pages_per_range='2');
CREATE INDEX opens_2026_12_link_key_opened_at_idx ON public.opens_2026_12 USING btree (link_key, opened_at);
CREATE INDEX opens_2026_12_opened_at_idx ON public.opens_2026_12 USING brin (opened_at) WITH (pages_per_range='2');
CREATE INDEX opens_2027_01_link_key_opened_at_idx ON public.opens_2027_01 USING btree (link_key, opened_at);
CREATE INDEX opens_2027_01_opened_at_idx ON public.opens_2027_01 USING brin (opened_at) WITH (pages_per_range='2');
CREATE INDEX opens_default_link_key_opened_at_idx ON public.opens_default USING btree (link_key, opened_at);
CREATE INDEX opens_default_opened_at_idx ON public.opens_default USING brin (opened_at) WITH (pages_per_range='2');
CREATE UNIQUE INDEX project_members_owner ON public.project_members USING btree (project_id) WHERE (role = 'owner'::text);
CREATE INDEX project_members_user ON public.project_members USING btree (user_id);
CREATE INDEX projects_android_scheme ON public.projects USING btree (android_scheme) WHERE (android_scheme IS NOT NULL);
CREATE INDEX projects_ios_scheme ON public.projects USING btree (ios_scheme) WHERE (ios_scheme IS NOT NULL);
CREATE INDEX rate_limits_ends ON public.rate_limits USING btree (ends_at);
CREATE UNIQUE INDEX sessions_active ON public.sessions USING btree (installation_id) WHERE (state = 'active'::text);
CREATE INDEX sessions_active_since ON public.sessions USING btree (started_at) WHERE (state = 'active'::text);
CREATE INDEX sessions_installation ON public.sessions USING btree (installation_id, started_at DESC);
CREATE INDEX sessions_project ON public.sessions USING btree (project_id, started_at);
CREATE INDEX two_factors_user ON public.two_factors USING btree (user_id);
CREATE INDEX user_accounts_user ON public.user_accounts USING btree (user_id);
CREATE INDEX verifications_expiry ON public.verifications USING btree (expires_at);
CREATE INDEX verifications_identifier ON public.verifications USING btree (identifier);
ALTER INDEX public.clicks_link_time ATTACH PARTITION public.clicks_2026_11_link_key_clicked_at_idx;
ALTER INDEX public.clicks_pkey ATTACH PARTITION public.clicks_2026_11_pkey;
ALTER INDEX public.clicks_link_time ATTACH PARTITION public.clicks_2026_12_link_key_clicked_at_idx;
ALTER INDEX public.clicks_pkey ATTACH PARTITION public.clicks_2026_12_pkey;
ALTER INDEX public.clicks_link_time ATTACH PARTITION public.clicks_2027_01_link_key_clicked_at_idx;
ALTER INDEX public.clicks_pkey ATTACH PARTITION public.clicks_2027_01_pkey;
ALTER INDEX public.clicks_link_time ATTACH PARTITION public.clicks_default_link_key_clicked_at_idx;
ALTER INDEX public.clicks_pkey ATTACH PARTITION public.clicks_default_pkey;
ALTER INDEX public.opens_link_time ATTACH PARTITION public.opens_2026_11_link_key_opened_at_idx;
ALTER INDEX public.opens_time ATTACH PARTITION public.opens_2026_11_opened_at_idx;
ALTER INDEX public.opens_pkey ATTACH PARTITION public.opens_2026_11_pkey;
ALTER INDEX public.opens_link_time ATTACH PARTITION public.opens_2026_12_link_key_opened_at_idx;
ALTER INDEX public.opens_time ATTACH PARTITION public.opens_2026_12_opened_at_idx;
ALTER INDEX public.opens_pkey ATTACH PARTITION public.opens_2026_12_pkey;
ALTER INDEX public.opens_link_time ATTACH PARTITION public.opens_2027_01_link_key_opened_at_idx;
ALTER INDEX public.opens_time ATTACH PARTITION public.opens_2027_01_opened_at_idx;
ALTER INDEX public.opens_pkey ATTACH PARTITION public.opens_2027_01_pkey;
ALTER INDEX public.opens_link_time ATTACH PARTITION public.opens_default_link_key_opened_at_idx;
ALTER INDEX public.opens_time ATTACH PARTITION public.opens_default_opened_at_idx;
ALTER INDEX public.opens_pkey ATTACH PARTITION public.opens_default_pkey;
CREATE TRIGGER app_keys_changed AFTER INSERT OR DELETE OR UPDATE ON public.app_keys FOR EACH ROW EXECUTE FUNCTION public.announce_key();
CREATE TRIGGER domains_changed AFTER INSERT OR DELETE OR UPDATE ON public.domains FOR EACH ROW EXECUTE FUNCTION public.announce_domain();
CREATE TRIGGER installations_deleted AFTER DELETE ON public.installations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.announce_installations();
CREATE TRIGGER links_counted_anew AFTER UPDATE ON public.links REFERENCING OLD TABLE AS earlier NEW TABLE AS later FOR EACH STATEMENT EXECUTE FUNCTION public.count_updated_links();
CREATE TRIGGER links_counted_in AFTER INSERT ON public.links REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION public.count_inserted_links();
CREATE TRIGGER links_counted_out AFTER DELETE ON public.links REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.count_deleted_links();
CREATE TRIGGER links_deleted AFTER DELETE ON public.links REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.announce_links();
CREATE TRIGGER links_inserted AFTER INSERT ON public.links REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.announce_links();
CREATE TRIGGER links_updated AFTER UPDATE ON public.links REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.announce_links();
CREATE TRIGGER projects_changed AFTER INSERT OR DELETE OR UPDATE ON public.projects FOR EACH ROW EXECUTE FUNCTION public.announce_project();
ALTER TABLE ONLY public.active_users
    ADD CONSTRAINT active_users_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.app_keys
    ADD CONSTRAINT app_keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.attribution_facts
    ADD CONSTRAINT attribution_facts_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES public.installations(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.attribution_facts
    ADD CONSTRAINT attribution_facts_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.attribution_receipts
    ADD CONSTRAINT attribution_receipts_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES public.installations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.attribution_receipts
    ADD CONSTRAINT attribution_receipts_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.dashboard_sessions
    ADD CONSTRAINT dashboard_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.domains
    ADD CONSTRAINT domains_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.exports
    ADD CONSTRAINT exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.installations
    ADD CONSTRAINT installations_previous_id_fkey FOREIGN KEY (previous_id) REFERENCES public.installations(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.installations
    ADD CONSTRAINT installations_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.link_counts
    ADD CONSTRAINT link_counts_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES public.domains(id);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.project_members
    ADD CONSTRAINT project_members_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.project_members
    ADD CONSTRAINT project_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.project_retention
    ADD CONSTRAINT project_retention_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.project_rollups
    ADD CONSTRAINT project_rollups_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.project_times
    ADD CONSTRAINT project_times_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES public.installations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.two_factors
    ADD CONSTRAINT two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.usage_warnings
    ADD CONSTRAINT usage_warnings_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.user_accounts
    ADD CONSTRAINT user_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
