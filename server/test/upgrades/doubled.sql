-- Written by commit cb59ce5, upgraded by 74cfbf4: the first clicks are counted twice; see README.md.
-- App keys: fl_live_92VKraUcM9fQnxnGmc4MVBQkNo0iOVIANNZWzC5KmR3 fl_live_9rjLUPZoQoBHJs2IXAdT5IKDR5dPVXvzj59LE0x3RhJ
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
	('01a20259-649d-7cdc-8fee-2be3f2c4c2be', '01a20259-6483-78f0-acc2-72803975b248', 'First key', 'secret', 'fl_live_b7A5', '\x97056a1c73d6fe6cb8e2b577545ab3576694f468d6bcfb70cc876edbcb5015a5', '2026-11-22 08:22:22.072123+00', NULL),
	('01a20259-7398-7598-8773-8d44c7713ec8', '01a20259-737b-72ef-8890-3be21cb83ce9', 'First key', 'secret', 'fl_live_92VK', '\xecd473543281de090d13b0303b4d399b4bc4fd8639a4618751cbd452726a0256', '2026-11-22 08:22:25.809968+00', NULL),
	('01a20259-7cd5-7519-b349-112ab1fac851', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 'First key', 'secret', 'fl_live_9rjL', '\x2ebda9f220ff111dedeb04a7a834a5cffa78f95d78c85f629ca7558ada5495e5', '2026-11-22 08:22:28.111187+00', NULL);
INSERT INTO public.click_merge VALUES
	(true, '01a2025a-5858-7000-8000-000000000000', '01a2025a-5858-7000-8000-000000000000', '2026-11-22 08:23:25.016+00', '2026-11-22 08:23:25.016+00', '2026-11-22 00:00:00+00');
INSERT INTO public.click_signals VALUES
	('01a2025a-2f63-7325-8b24-aab2c2e63893', '01a20259-737b-72ef-8890-3be21cb83ce9', 1, '2026-11-22 08:23:14.531+00', 7423219954484140931, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025a-309a-77d7-bf63-644876363908', '01a20259-737b-72ef-8890-3be21cb83ce9', 1, '2026-11-22 08:23:14.842+00', 4907057040556495153, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025a-31c2-7512-bf8a-2bc21b066ab6', '01a20259-737b-72ef-8890-3be21cb83ce9', 1, '2026-11-22 08:23:15.138+00', -4176728371021916150, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025a-31f9-7694-ba64-68f05fb3b020', '01a20259-737b-72ef-8890-3be21cb83ce9', 2, '2026-11-22 08:23:15.193+00', 4260250182865776434, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025a-321c-776b-9524-7d21e284207e', '01a20259-737b-72ef-8890-3be21cb83ce9', 2, '2026-11-22 08:23:15.228+00', 1640471156820527715, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025a-324d-74fd-9fb4-37202e9c67b2', '01a20259-737b-72ef-8890-3be21cb83ce9', 2, '2026-11-22 08:23:15.277+00', 7596587285473800669, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025a-3263-766e-bd48-b2786b68e156', '01a20259-737b-72ef-8890-3be21cb83ce9', 2, '2026-11-22 08:23:15.299+00', -3683842192234096694, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025a-32af-735a-9e58-7a960a530dee', '01a20259-737b-72ef-8890-3be21cb83ce9', 3, '2026-11-22 08:23:15.375+00', -4778919699977403107, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025a-32c5-732b-a77f-27c7ac06dbc1', '01a20259-737b-72ef-8890-3be21cb83ce9', 3, '2026-11-22 08:23:15.397+00', 1317674182495722226, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025a-32de-706d-81e1-d3e05365a774', '01a20259-737b-72ef-8890-3be21cb83ce9', 3, '2026-11-22 08:23:15.422+00', 5344526606819672892, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025a-32f0-7237-8fda-cb70653d7cca', '01a20259-737b-72ef-8890-3be21cb83ce9', 3, '2026-11-22 08:23:15.44+00', -9219747644065719226, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025a-3315-7390-b3be-c00c24993479', '01a20259-737b-72ef-8890-3be21cb83ce9', 3, '2026-11-22 08:23:15.477+00', -1589219746866624109, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025a-3325-7668-85d8-e49dee693795', '01a20259-737b-72ef-8890-3be21cb83ce9', 3, '2026-11-22 08:23:15.493+00', -1128588473272890835, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025a-3329-753a-9a3c-462970e6c1fa', '01a20259-737b-72ef-8890-3be21cb83ce9', 4, '2026-11-22 08:23:15.497+00', 3545958566352977069, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025a-3334-70d7-8014-a6d2dee46313', '01a20259-737b-72ef-8890-3be21cb83ce9', 4, '2026-11-22 08:23:15.508+00', -4337923360647332998, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025a-3359-76b8-b64d-45a653976a84', '01a20259-737b-72ef-8890-3be21cb83ce9', 4, '2026-11-22 08:23:15.545+00', 2400734725483448898, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025a-3368-709f-8499-efca19d295c3', '01a20259-737b-72ef-8890-3be21cb83ce9', 4, '2026-11-22 08:23:15.56+00', -6667065413832059278, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025a-33a1-7524-a49a-bbc42aa72912', '01a20259-737b-72ef-8890-3be21cb83ce9', 4, '2026-11-22 08:23:15.617+00', -6831505802791355327, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025a-33b3-734e-bc22-c4368a555774', '01a20259-737b-72ef-8890-3be21cb83ce9', 4, '2026-11-22 08:23:15.635+00', -7971883271054690406, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025a-33dc-7557-be6b-94558a31c700', '01a20259-737b-72ef-8890-3be21cb83ce9', 4, '2026-11-22 08:23:15.676+00', -5599282319559933564, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025a-34b4-7779-ba2f-b0c683305611', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 5, '2026-11-22 08:23:15.892+00', 6136028654184920387, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025a-34ec-7146-a4f5-ae51b438f9e3', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 5, '2026-11-22 08:23:15.948+00', -6667814027720632540, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025a-351c-73ec-b088-c9c2d830f195', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 5, '2026-11-22 08:23:15.996+00', 7096397378701154170, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025a-352b-75a6-a484-a2bc815c8683', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 6, '2026-11-22 08:23:16.011+00', 3421292723667281922, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025a-353c-70f6-bae8-ba085c90fc21', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 6, '2026-11-22 08:23:16.028+00', -6489052900732280518, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025a-3560-74a4-ad46-9f785cd363c0', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 6, '2026-11-22 08:23:16.064+00', -5765578495763396436, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025a-356f-72f5-bcc1-80982388ba8b', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 6, '2026-11-22 08:23:16.079+00', -8745223520787473246, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025a-3590-71cd-9101-46eb58db6fa8', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 7, '2026-11-22 08:23:16.112+00', -3567389169160134798, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025a-35af-71ac-b5b8-29c84df92383', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 7, '2026-11-22 08:23:16.143+00', 5056052312867760860, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025a-35bc-77c0-a1e0-51be68b6bd78', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 7, '2026-11-22 08:23:16.156+00', 619682823186650711, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025a-35c8-7419-988d-5a12f7390e8d', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 7, '2026-11-22 08:23:16.168+00', -6396435221609104173, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025a-35e4-7083-a7d2-05e55dff694a', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 7, '2026-11-22 08:23:16.196+00', -1071435343759843840, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025a-35f7-758a-bd1d-886e0f4dd18c', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 7, '2026-11-22 08:23:16.215+00', 4537594526360272775, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025a-3626-712c-8308-81fcf8fb84d3', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 8, '2026-11-22 08:23:16.262+00', 2690937640769647097, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025a-364d-7072-803a-f980ad8d700f', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 8, '2026-11-22 08:23:16.301+00', -6681886897666798476, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025a-3664-7447-b89a-cbafb96027d9', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 8, '2026-11-22 08:23:16.324+00', 1204406247308775348, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025a-369b-77c8-9d14-3f601449d89d', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 8, '2026-11-22 08:23:16.379+00', -7093975931288970540, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025a-36c4-73e2-92ac-906a11c5c5a1', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 8, '2026-11-22 08:23:16.42+00', -7742576369549944876, 'ios', 18, 'iPhone', NULL, NULL, NULL, false),
	('01a2025a-36fe-7542-8d5f-710000a7a7f0', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 8, '2026-11-22 08:23:16.478+00', -4109095273703130182, 'android', 15, 'Pixel 9', NULL, NULL, NULL, false),
	('01a2025a-3761-7543-997d-61a6bc60de14', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 8, '2026-11-22 08:23:16.577+00', 3194427691692177884, 'ios', 18, 'iPhone', NULL, NULL, NULL, false);
INSERT INTO public.click_terms OVERRIDING SYSTEM VALUE VALUES
	(1, 'device', 'mobile'),
	(2, 'os', 'iOS'),
	(4, 'browser', 'Safari'),
	(3, 'country', 'PT'),
	(5, 'os', 'Android'),
	(6, 'browser', 'Chrome'),
	(7, 'country', 'DE'),
	(8, 'os', 'Windows'),
	(9, 'device', 'desktop'),
	(10, 'country', 'US'),
	(11, 'device', 'other'),
	(12, 'app', 'facebookexternalhit');
INSERT INTO public.clicks_2026_11 VALUES
	('01a20259-8198-75d7-95fb-9eef068f668b', '2026-11-22 08:22:30.04+00', 1, 1, 0, 1, 2, 4, 3, NULL, NULL, 8424378546660779201),
	('01a20259-825f-74b8-b2a7-750fb6372edf', '2026-11-22 08:22:30.239+00', 1, 1, 0, 1, 5, 6, 7, NULL, 1, -6522184927410883446),
	('01a20259-82d6-73b2-852f-6dd574efff1c', '2026-11-22 08:22:30.358+00', 1, 1, 0, 9, 8, 6, 10, NULL, NULL, 8663814157691737410),
	('01a20259-833a-7734-ada9-08e92989383d', '2026-11-22 08:22:30.458+00', 1, 1, 0, 1, 2, 4, 3, NULL, 2, -6584638820866492402),
	('01a20259-837c-7231-90d0-14653d11d9b1', '2026-11-22 08:22:30.524+00', 2, 1, 0, 1, 2, 4, 3, NULL, NULL, 1420230226262066132),
	('01a20259-8389-7a0c-a9e0-c59d68325c5b', '2026-11-22 08:22:30.537+00', 2, 1, 0, 1, 5, 6, 7, NULL, 1, 8366358074676947300),
	('01a20259-838d-7f85-a91e-84b5a247664d', '2026-11-22 08:22:30.541+00', 2, 1, 0, 9, 8, 6, 10, NULL, NULL, -6202418068720829561),
	('01a20259-8392-7856-8cce-7a28e72a9057', '2026-11-22 08:22:30.546+00', 2, 1, 0, 1, 2, 4, 3, NULL, 2, -8995976965360999346),
	('01a20259-8398-782b-a753-e32996d40651', '2026-11-22 08:22:30.552+00', 2, 1, 0, 1, 5, 6, 7, NULL, NULL, 5861650258891113065),
	('01a20259-839b-7980-9e92-f40788a8286f', '2026-11-22 08:22:30.555+00', 2, 1, 0, 9, 8, 6, 10, NULL, 1, -8674200706073245723),
	('01a20259-83a1-7602-9989-d4f133d37ec3', '2026-11-22 08:22:30.561+00', 3, 1, 0, 1, 2, 4, 3, NULL, NULL, 2795376243034592456),
	('01a20259-83a9-73d7-8bd6-ab9c72f46cb3', '2026-11-22 08:22:30.569+00', 3, 1, 0, 1, 5, 6, 7, NULL, 1, -4047021107493560080),
	('01a20259-83ad-7e09-b091-9e10c03b6a47', '2026-11-22 08:22:30.573+00', 3, 1, 0, 9, 8, 6, 10, NULL, NULL, -5356897869848110806),
	('01a20259-83af-777a-ad73-ad8d20e26de1', '2026-11-22 08:22:30.575+00', 3, 1, 0, 1, 2, 4, 3, NULL, 2, -1069778777868763932),
	('01a20259-83b5-771a-ba81-473db3ea5b0f', '2026-11-22 08:22:30.581+00', 3, 1, 0, 1, 5, 6, 7, NULL, NULL, 7870477081790051957),
	('01a20259-83c2-74ef-a6fc-334b563a0ea8', '2026-11-22 08:22:30.594+00', 3, 1, 0, 9, 8, 6, 10, NULL, 1, 1296855035726950179),
	('01a20259-83c6-70e0-9e49-680efdb47ee9', '2026-11-22 08:22:30.598+00', 3, 1, 0, 1, 2, 4, 3, NULL, NULL, 3332089456467510046),
	('01a20259-83c9-7df8-92af-a142adaa5cf7', '2026-11-22 08:22:30.601+00', 3, 1, 0, 1, 5, 6, 7, NULL, 2, -3495994936719123534),
	('01a20259-83cb-7eb7-9ef4-ae85ee59cc28', '2026-11-22 08:22:30.603+00', 4, 1, 0, 1, 2, 4, 3, NULL, NULL, 2374267572946852783),
	('01a20259-83d9-7e60-b796-7630b55402ac', '2026-11-22 08:22:30.617+00', 4, 1, 0, 1, 5, 6, 7, NULL, 1, 393425730537336298),
	('01a20259-83de-7b9d-8e16-2981bde97dea', '2026-11-22 08:22:30.622+00', 4, 1, 0, 9, 8, 6, 10, NULL, NULL, -5942148273582187487),
	('01a20259-83e0-7ec3-aaf3-4791f3484562', '2026-11-22 08:22:30.624+00', 4, 1, 0, 1, 2, 4, 3, NULL, 2, 5220007017244992947),
	('01a20259-83e5-7cca-9b51-f34e8bf825e2', '2026-11-22 08:22:30.629+00', 4, 1, 0, 1, 5, 6, 7, NULL, NULL, 3184672350285101496),
	('01a20259-83e9-771b-9aa3-33d98caa6ed7', '2026-11-22 08:22:30.633+00', 4, 1, 0, 9, 8, 6, 10, NULL, 1, 1311807651761501118),
	('01a20259-83ec-7840-8765-5e7fd4cb33a8', '2026-11-22 08:22:30.636+00', 4, 1, 0, 1, 2, 4, 3, NULL, NULL, 8082166018185129632),
	('01a20259-83ef-7b3c-9ee6-dc24f4327bf9', '2026-11-22 08:22:30.639+00', 4, 1, 0, 1, 5, 6, 7, NULL, 2, 2705666440399230135),
	('01a20259-83f2-7aa3-922d-71dd9ee8e919', '2026-11-22 08:22:30.642+00', 4, 1, 0, 9, 8, 6, 10, NULL, NULL, 1486540667341189641),
	('01a20259-83f4-79ad-82d3-6ef2583c0ef5', '2026-11-22 08:22:30.644+00', 4, 1, 0, 1, 2, 4, 3, NULL, 1, 5017440204641459379),
	('01a20259-83f6-7f1d-910a-0934e9dad909', '2026-11-22 08:22:30.646+00', 1, 2, 0, 11, NULL, NULL, NULL, 12, NULL, -5706006778777193276),
	('01a20259-8409-7634-8f54-275aa544d1d2', '2026-11-22 08:22:30.665+00', 1, 1, 2, 11, NULL, NULL, NULL, NULL, NULL, -388227198668074865),
	('01a20259-8437-7b21-a77f-3e3a888313c8', '2026-11-22 08:22:30.711+00', 2, 2, 0, 11, NULL, NULL, NULL, 12, NULL, -5706006778777193276),
	('01a20259-8442-704c-8653-958f11e191b2', '2026-11-22 08:22:30.722+00', 2, 1, 2, 11, NULL, NULL, NULL, NULL, NULL, -388227198668074865),
	('01a20259-844e-7acc-9a8c-e68b33d1b0e5', '2026-11-22 08:22:30.734+00', 1, 3, 0, 1, 2, 4, NULL, NULL, NULL, -6839543620159394520),
	('01a20259-855b-70d5-8c00-20d28a996291', '2026-11-22 08:22:31.003+00', 5, 1, 0, 1, 2, 4, 3, NULL, NULL, 8424378546660779201),
	('01a20259-856d-7e0c-a97c-97c54c44633c', '2026-11-22 08:22:31.021+00', 5, 1, 0, 1, 5, 6, 7, NULL, 1, -6522184927410883446),
	('01a20259-8579-7bb4-b250-6954d1a8a5fb', '2026-11-22 08:22:31.033+00', 5, 1, 0, 9, 8, 6, 10, NULL, NULL, 8663814157691737410),
	('01a20259-8584-7534-99c1-ff800f698262', '2026-11-22 08:22:31.044+00', 5, 1, 0, 1, 2, 4, 3, NULL, 2, -6584638820866492402),
	('01a20259-858b-76a8-9bb6-7334bc9288bd', '2026-11-22 08:22:31.051+00', 6, 1, 0, 1, 2, 4, 3, NULL, NULL, 1420230226262066132),
	('01a20259-85a6-7258-ae49-700edb009113', '2026-11-22 08:22:31.078+00', 6, 1, 0, 1, 5, 6, 7, NULL, 1, 8366358074676947300),
	('01a20259-85ac-730d-bfb1-8a919471eccc', '2026-11-22 08:22:31.084+00', 6, 1, 0, 9, 8, 6, 10, NULL, NULL, -6202418068720829561),
	('01a20259-85b0-7a6c-a933-4807c35f5066', '2026-11-22 08:22:31.088+00', 6, 1, 0, 1, 2, 4, 3, NULL, 2, -8995976965360999346),
	('01a20259-85b3-7e07-9b69-0ab66c08fb04', '2026-11-22 08:22:31.091+00', 6, 1, 0, 1, 5, 6, 7, NULL, NULL, 5861650258891113065),
	('01a20259-85bb-75a6-8630-ce6519a5ef60', '2026-11-22 08:22:31.099+00', 6, 1, 0, 9, 8, 6, 10, NULL, 1, -8674200706073245723),
	('01a20259-85bf-798b-9aeb-69e3e168ffa9', '2026-11-22 08:22:31.103+00', 7, 1, 0, 1, 2, 4, 3, NULL, NULL, 2795376243034592456),
	('01a20259-85c9-762e-8d5b-f1558bed0d86', '2026-11-22 08:22:31.113+00', 7, 1, 0, 1, 5, 6, 7, NULL, 1, -4047021107493560080),
	('01a20259-85d1-7368-99ea-fb7bc920e702', '2026-11-22 08:22:31.121+00', 7, 1, 0, 9, 8, 6, 10, NULL, NULL, -5356897869848110806),
	('01a20259-85d3-7a37-8006-b4467e582e1e', '2026-11-22 08:22:31.123+00', 7, 1, 0, 1, 2, 4, 3, NULL, 2, -1069778777868763932),
	('01a20259-85dc-74a7-af1a-981098f0a54f', '2026-11-22 08:22:31.132+00', 7, 1, 0, 1, 5, 6, 7, NULL, NULL, 7870477081790051957),
	('01a20259-85e0-74f0-a23e-4e2ad648a72e', '2026-11-22 08:22:31.136+00', 7, 1, 0, 9, 8, 6, 10, NULL, 1, 1296855035726950179),
	('01a20259-85e4-7cc5-b783-a800f23442f9', '2026-11-22 08:22:31.14+00', 7, 1, 0, 1, 2, 4, 3, NULL, NULL, 3332089456467510046),
	('01a20259-85e7-7346-af93-11e7a5d5d3e0', '2026-11-22 08:22:31.143+00', 7, 1, 0, 1, 5, 6, 7, NULL, 2, -3495994936719123534),
	('01a20259-85e9-763f-8a53-661ed9bf4af8', '2026-11-22 08:22:31.145+00', 8, 1, 0, 1, 2, 4, 3, NULL, NULL, 2374267572946852783),
	('01a20259-85ed-771c-845e-4fc26fa7c02f', '2026-11-22 08:22:31.149+00', 8, 1, 0, 1, 5, 6, 7, NULL, 1, 393425730537336298),
	('01a20259-85ef-7179-b81a-6a5fd24e51eb', '2026-11-22 08:22:31.151+00', 8, 1, 0, 9, 8, 6, 10, NULL, NULL, -5942148273582187487),
	('01a20259-85f0-74ed-b7da-8a83b1684635', '2026-11-22 08:22:31.152+00', 8, 1, 0, 1, 2, 4, 3, NULL, 2, 5220007017244992947),
	('01a20259-85f2-7d1f-9607-afee5a64c417', '2026-11-22 08:22:31.154+00', 8, 1, 0, 1, 5, 6, 7, NULL, NULL, 3184672350285101496),
	('01a20259-8603-7736-a9af-bcfc52bec0ba', '2026-11-22 08:22:31.171+00', 8, 1, 0, 9, 8, 6, 10, NULL, 1, 1311807651761501118),
	('01a20259-8606-7d2f-b69b-12948f074288', '2026-11-22 08:22:31.174+00', 8, 1, 0, 1, 2, 4, 3, NULL, NULL, 8082166018185129632),
	('01a20259-8608-76a0-a8a4-a52707040399', '2026-11-22 08:22:31.176+00', 8, 1, 0, 1, 5, 6, 7, NULL, 2, 2705666440399230135),
	('01a20259-860a-7db5-9dcb-3d94102ed333', '2026-11-22 08:22:31.178+00', 8, 1, 0, 9, 8, 6, 10, NULL, NULL, 1486540667341189641),
	('01a20259-860d-7536-afda-8c442a47ab4d', '2026-11-22 08:22:31.181+00', 8, 1, 0, 1, 2, 4, 3, NULL, 1, 5017440204641459379),
	('01a20259-8610-7f8a-b15c-34f4e1b92bf4', '2026-11-22 08:22:31.184+00', 5, 2, 0, 11, NULL, NULL, NULL, 12, NULL, -5706006778777193276),
	('01a20259-8612-7b8c-807b-84a64ee606d8', '2026-11-22 08:22:31.186+00', 5, 1, 2, 11, NULL, NULL, NULL, NULL, NULL, -388227198668074865),
	('01a20259-8615-7856-a097-c5ed938a85cc', '2026-11-22 08:22:31.189+00', 6, 2, 0, 11, NULL, NULL, NULL, 12, NULL, -5706006778777193276),
	('01a20259-8617-771b-b617-3e698551e238', '2026-11-22 08:22:31.191+00', 6, 1, 2, 11, NULL, NULL, NULL, NULL, NULL, -388227198668074865),
	('01a20259-8619-722e-bb19-ee3b961331fd', '2026-11-22 08:22:31.193+00', 5, 3, 0, 1, 2, 4, NULL, NULL, NULL, -6839543620159394520),
	('01a2025a-2f63-7325-8b24-aab2c2e63893', '2026-11-22 08:23:14.531+00', 1, 1, 0, 1, 2, 4, 3, NULL, NULL, 2243662935002303918),
	('01a2025a-309a-77d7-bf63-644876363908', '2026-11-22 08:23:14.842+00', 1, 1, 0, 1, 5, 6, 7, NULL, 1, 8499197325918645732),
	('01a2025a-3135-755a-ade0-9b95cc63175e', '2026-11-22 08:23:14.997+00', 1, 1, 0, 9, 8, 6, 10, NULL, NULL, 4945345008457435884),
	('01a2025a-31c2-7512-bf8a-2bc21b066ab6', '2026-11-22 08:23:15.138+00', 1, 1, 0, 1, 2, 4, 3, NULL, 2, 6652818500121513776),
	('01a2025a-31f9-7694-ba64-68f05fb3b020', '2026-11-22 08:23:15.193+00', 2, 1, 0, 1, 2, 4, 3, NULL, NULL, -1000792500756726707),
	('01a2025a-321c-776b-9524-7d21e284207e', '2026-11-22 08:23:15.228+00', 2, 1, 0, 1, 5, 6, 7, NULL, 1, -6057176470620853522),
	('01a2025a-3233-7155-9571-39d3add8c07a', '2026-11-22 08:23:15.251+00', 2, 1, 0, 9, 8, 6, 10, NULL, NULL, -1269111995622584404),
	('01a2025a-324d-74fd-9fb4-37202e9c67b2', '2026-11-22 08:23:15.277+00', 2, 1, 0, 1, 2, 4, 3, NULL, 2, 889107162438045811),
	('01a2025a-3263-766e-bd48-b2786b68e156', '2026-11-22 08:23:15.299+00', 2, 1, 0, 1, 5, 6, 7, NULL, NULL, -7681565554567115586),
	('01a2025a-328e-70fc-a969-eb872d7f6b5e', '2026-11-22 08:23:15.342+00', 2, 1, 0, 9, 8, 6, 10, NULL, 1, -2767878373988206241),
	('01a2025a-32af-735a-9e58-7a960a530dee', '2026-11-22 08:23:15.375+00', 3, 1, 0, 1, 2, 4, 3, NULL, NULL, -3614653679568085260),
	('01a2025a-32c5-732b-a77f-27c7ac06dbc1', '2026-11-22 08:23:15.397+00', 3, 1, 0, 1, 5, 6, 7, NULL, 1, -8782414084582711221),
	('01a2025a-32d4-7760-a9b5-6fade17788ba', '2026-11-22 08:23:15.412+00', 3, 1, 0, 9, 8, 6, 10, NULL, NULL, 2679694024154409918),
	('01a2025a-32de-706d-81e1-d3e05365a774', '2026-11-22 08:23:15.422+00', 3, 1, 0, 1, 2, 4, 3, NULL, 2, 2556356901169588330),
	('01a2025a-32f0-7237-8fda-cb70653d7cca', '2026-11-22 08:23:15.44+00', 3, 1, 0, 1, 5, 6, 7, NULL, NULL, -1960341452370925763),
	('01a2025a-330b-70cd-adb7-a2281c724019', '2026-11-22 08:23:15.467+00', 3, 1, 0, 9, 8, 6, 10, NULL, 1, -1017697925464979054),
	('01a2025a-3315-7390-b3be-c00c24993479', '2026-11-22 08:23:15.477+00', 3, 1, 0, 1, 2, 4, 3, NULL, NULL, 3699099275214730044),
	('01a2025a-3325-7668-85d8-e49dee693795', '2026-11-22 08:23:15.493+00', 3, 1, 0, 1, 5, 6, 7, NULL, 2, -1779724013648939705),
	('01a2025a-3329-753a-9a3c-462970e6c1fa', '2026-11-22 08:23:15.497+00', 4, 1, 0, 1, 2, 4, 3, NULL, NULL, 2046612354334471114),
	('01a2025a-3334-70d7-8014-a6d2dee46313', '2026-11-22 08:23:15.508+00', 4, 1, 0, 1, 5, 6, 7, NULL, 1, -1974898174689656935),
	('01a2025a-3352-769b-bdff-8afb235ee800', '2026-11-22 08:23:15.538+00', 4, 1, 0, 9, 8, 6, 10, NULL, NULL, 164994557970470562),
	('01a2025a-3359-76b8-b64d-45a653976a84', '2026-11-22 08:23:15.545+00', 4, 1, 0, 1, 2, 4, 3, NULL, 2, -2567504143497660911),
	('01a2025a-3368-709f-8499-efca19d295c3', '2026-11-22 08:23:15.56+00', 4, 1, 0, 1, 5, 6, 7, NULL, NULL, 8972630194730592080),
	('01a2025a-338e-7149-8be4-1c00012873d5', '2026-11-22 08:23:15.598+00', 4, 1, 0, 9, 8, 6, 10, NULL, 1, -8639691009061034422),
	('01a2025a-33a1-7524-a49a-bbc42aa72912', '2026-11-22 08:23:15.617+00', 4, 1, 0, 1, 2, 4, 3, NULL, NULL, -409046220509909192),
	('01a2025a-33b3-734e-bc22-c4368a555774', '2026-11-22 08:23:15.635+00', 4, 1, 0, 1, 5, 6, 7, NULL, 2, 699323264860105695),
	('01a2025a-33c2-70e6-b322-353914174c5f', '2026-11-22 08:23:15.65+00', 4, 1, 0, 9, 8, 6, 10, NULL, NULL, -7399017583120120376),
	('01a2025a-33dc-7557-be6b-94558a31c700', '2026-11-22 08:23:15.676+00', 4, 1, 0, 1, 2, 4, 3, NULL, 1, -1884506568994361494),
	('01a2025a-33e5-7748-9059-5704bce5197f', '2026-11-22 08:23:15.685+00', 1, 2, 0, 11, NULL, NULL, NULL, 12, NULL, 3579494002516292798),
	('01a2025a-342a-7602-bb79-de276693a3af', '2026-11-22 08:23:15.754+00', 1, 1, 2, 11, NULL, NULL, NULL, NULL, NULL, -6813849961398359824),
	('01a2025a-3448-7139-93d5-211ef5a70362', '2026-11-22 08:23:15.784+00', 2, 2, 0, 11, NULL, NULL, NULL, 12, NULL, 3579494002516292798),
	('01a2025a-345d-7267-8d86-fe36400cd0b2', '2026-11-22 08:23:15.805+00', 2, 1, 2, 11, NULL, NULL, NULL, NULL, NULL, -6813849961398359824),
	('01a2025a-3761-7543-997d-61a6bc60de14', '2026-11-22 08:23:16.577+00', 8, 1, 0, 1, 2, 4, 3, NULL, 1, -1884506568994361494),
	('01a2025a-348a-7592-af80-fbbb8d13159b', '2026-11-22 08:23:15.85+00', 1, 3, 0, 1, 2, 4, NULL, NULL, NULL, -4179633319786475733);
INSERT INTO public.clicks_2026_11 VALUES
	('01a2025a-34b4-7779-ba2f-b0c683305611', '2026-11-22 08:23:15.892+00', 5, 1, 0, 1, 2, 4, 3, NULL, NULL, 2243662935002303918),
	('01a2025a-34ec-7146-a4f5-ae51b438f9e3', '2026-11-22 08:23:15.948+00', 5, 1, 0, 1, 5, 6, 7, NULL, 1, 8499197325918645732),
	('01a2025a-3504-70a2-9c35-bb9591ecc75c', '2026-11-22 08:23:15.972+00', 5, 1, 0, 9, 8, 6, 10, NULL, NULL, 4945345008457435884),
	('01a2025a-351c-73ec-b088-c9c2d830f195', '2026-11-22 08:23:15.996+00', 5, 1, 0, 1, 2, 4, 3, NULL, 2, 6652818500121513776),
	('01a2025a-352b-75a6-a484-a2bc815c8683', '2026-11-22 08:23:16.011+00', 6, 1, 0, 1, 2, 4, 3, NULL, NULL, -1000792500756726707),
	('01a2025a-353c-70f6-bae8-ba085c90fc21', '2026-11-22 08:23:16.028+00', 6, 1, 0, 1, 5, 6, 7, NULL, 1, -6057176470620853522),
	('01a2025a-354f-7145-8942-fed456b4a9a8', '2026-11-22 08:23:16.047+00', 6, 1, 0, 9, 8, 6, 10, NULL, NULL, -1269111995622584404),
	('01a2025a-3560-74a4-ad46-9f785cd363c0', '2026-11-22 08:23:16.064+00', 6, 1, 0, 1, 2, 4, 3, NULL, 2, 889107162438045811),
	('01a2025a-356f-72f5-bcc1-80982388ba8b', '2026-11-22 08:23:16.079+00', 6, 1, 0, 1, 5, 6, 7, NULL, NULL, -7681565554567115586),
	('01a2025a-357c-77e0-8a20-4b6c49f46393', '2026-11-22 08:23:16.092+00', 6, 1, 0, 9, 8, 6, 10, NULL, 1, -2767878373988206241),
	('01a2025a-3590-71cd-9101-46eb58db6fa8', '2026-11-22 08:23:16.112+00', 7, 1, 0, 1, 2, 4, 3, NULL, NULL, -3614653679568085260),
	('01a2025a-35af-71ac-b5b8-29c84df92383', '2026-11-22 08:23:16.143+00', 7, 1, 0, 1, 5, 6, 7, NULL, 1, -8782414084582711221),
	('01a2025a-35b1-7459-b4b8-1309bda5edb3', '2026-11-22 08:23:16.145+00', 7, 1, 0, 9, 8, 6, 10, NULL, NULL, 2679694024154409918),
	('01a2025a-35bc-77c0-a1e0-51be68b6bd78', '2026-11-22 08:23:16.156+00', 7, 1, 0, 1, 2, 4, 3, NULL, 2, 2556356901169588330),
	('01a2025a-35c8-7419-988d-5a12f7390e8d', '2026-11-22 08:23:16.168+00', 7, 1, 0, 1, 5, 6, 7, NULL, NULL, -1960341452370925763),
	('01a2025a-35d2-71a4-996f-74602322b579', '2026-11-22 08:23:16.178+00', 7, 1, 0, 9, 8, 6, 10, NULL, 1, -1017697925464979054),
	('01a2025a-35e4-7083-a7d2-05e55dff694a', '2026-11-22 08:23:16.196+00', 7, 1, 0, 1, 2, 4, 3, NULL, NULL, 3699099275214730044),
	('01a2025a-35f7-758a-bd1d-886e0f4dd18c', '2026-11-22 08:23:16.215+00', 7, 1, 0, 1, 5, 6, 7, NULL, 2, -1779724013648939705),
	('01a2025a-3626-712c-8308-81fcf8fb84d3', '2026-11-22 08:23:16.262+00', 8, 1, 0, 1, 2, 4, 3, NULL, NULL, 2046612354334471114),
	('01a2025a-364d-7072-803a-f980ad8d700f', '2026-11-22 08:23:16.301+00', 8, 1, 0, 1, 5, 6, 7, NULL, 1, -1974898174689656935),
	('01a2025a-3658-7437-813e-dfbc72bf60e2', '2026-11-22 08:23:16.312+00', 8, 1, 0, 9, 8, 6, 10, NULL, NULL, 164994557970470562),
	('01a2025a-3664-7447-b89a-cbafb96027d9', '2026-11-22 08:23:16.324+00', 8, 1, 0, 1, 2, 4, 3, NULL, 2, -2567504143497660911),
	('01a2025a-369b-77c8-9d14-3f601449d89d', '2026-11-22 08:23:16.379+00', 8, 1, 0, 1, 5, 6, 7, NULL, NULL, 8972630194730592080),
	('01a2025a-36af-745b-851c-ccb7f5a4b120', '2026-11-22 08:23:16.399+00', 8, 1, 0, 9, 8, 6, 10, NULL, 1, -8639691009061034422),
	('01a2025a-36c4-73e2-92ac-906a11c5c5a1', '2026-11-22 08:23:16.42+00', 8, 1, 0, 1, 2, 4, 3, NULL, NULL, -409046220509909192),
	('01a2025a-36fe-7542-8d5f-710000a7a7f0', '2026-11-22 08:23:16.478+00', 8, 1, 0, 1, 5, 6, 7, NULL, 2, 699323264860105695),
	('01a2025a-372b-7483-8d8c-5163119689a0', '2026-11-22 08:23:16.523+00', 8, 1, 0, 9, 8, 6, 10, NULL, NULL, -7399017583120120376),
	('01a2025a-3793-708d-bc1b-01413ef63384', '2026-11-22 08:23:16.627+00', 5, 2, 0, 11, NULL, NULL, NULL, 12, NULL, 3579494002516292798),
	('01a2025a-37b0-76ed-8440-317e8e5a3d2c', '2026-11-22 08:23:16.656+00', 5, 1, 2, 11, NULL, NULL, NULL, NULL, NULL, -6813849961398359824),
	('01a2025a-37f1-70ae-8097-2ad397655dde', '2026-11-22 08:23:16.721+00', 6, 2, 0, 11, NULL, NULL, NULL, 12, NULL, 3579494002516292798),
	('01a2025a-3811-711c-8d78-253777c0d920', '2026-11-22 08:23:16.753+00', 6, 1, 2, 11, NULL, NULL, NULL, NULL, NULL, -6813849961398359824),
	('01a2025a-381f-7203-99dd-401f43b8d293', '2026-11-22 08:23:16.767+00', 5, 3, 0, 1, 2, 4, NULL, NULL, NULL, -4179633319786475733);
INSERT INTO public.dashboard_sessions VALUES
	('01a20259-64a5-7c6d-a966-7e2869a49e8f', '01a20259-6469-70ee-b7a7-f42918e611c8', 'AY_dAwuyYbxVmaIOv1LtiuCjvwFesu19ClGihYj7muw', '2026-12-06 08:22:22.629+00', NULL, NULL, '2026-11-22 08:22:22.072123+00', '2026-11-22 08:22:22.072123+00'),
	('01a20259-7399-7203-a9e2-8c1fbb46b3a9', '01a20259-7374-7d3d-8a80-e01e124dd8f0', '1hswPK4EQrebHc0Req2NMxp_lx35N-LRKtY-muMB_EQ', '2026-12-06 08:22:26.457+00', NULL, NULL, '2026-11-22 08:22:25.809968+00', '2026-11-22 08:22:25.809968+00'),
	('01a20259-7cdb-7c8b-853c-d03b10b39e0d', '01a20259-7cb8-7556-ac8e-cb102ee9ba13', 'EUUxMyQEM_OE95g9htTOwPueBopXqZ2k03DPceke3yE', '2026-12-06 08:22:28.827+00', NULL, NULL, '2026-11-22 08:22:28.111187+00', '2026-11-22 08:22:28.111187+00');
INSERT INTO public.day_keys VALUES
	('2026-11-22', '\xcd435ac733dec5f41cf3686c388383529be0a4720dd8c3a05fe4494a74a0db53739ea32d1293aea071259cdd87f9de88f56c7075a9551764290e8550'),
	('2026-11-23', '\x18130030a6f8368595813ebb05835ff4da66fd3af8a1f1abcaeff1aa635f4319c6b45107ac1c840c5bea582967182655d13f71e95f29d25e1c26a1e6');
INSERT INTO public.domains VALUES
	('01a20259-6496-79ec-8189-cf27c66beeb8', '01a20259-6483-78f0-acc2-72803975b248', 'go.localhost', '4eaeed1586e1bfffc634cbbcfd26dffe', '2026-11-22 08:22:22.614+00', true, '2026-11-22 08:22:22.072123+00', NULL, NULL, NULL),
	('01a20259-7388-7675-b58e-9a2a39dac636', '01a20259-737b-72ef-8890-3be21cb83ce9', 'a.kept.test', 'c03fa6325432c1972bff1d2c126ceea4', '2026-11-22 08:22:26.44+00', true, '2026-11-22 08:22:25.809968+00', NULL, NULL, NULL),
	('01a20259-7cc5-76b3-946b-17dbf483465b', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 'b.kept.test', 'a70c3f6acd6f85c41eaee5a18ea1d961', '2026-11-22 08:22:28.805+00', true, '2026-11-22 08:22:28.111187+00', NULL, NULL, NULL);
INSERT INTO public.link_counters VALUES
	(3, 24, 0, 0, 0, '2026-11-22 08:23:15.493+00'),
	(4, 30, 0, 0, 0, '2026-11-22 08:23:15.676+00'),
	(2, 21, 3, 0, 3, '2026-11-22 08:23:15.805+00'),
	(7, 24, 0, 0, 0, '2026-11-22 08:23:16.215+00'),
	(1, 15, 3, 3, 3, '2026-11-22 08:23:15.754+00'),
	(8, 30, 0, 0, 0, '2026-11-22 08:23:16.577+00'),
	(5, 15, 3, 3, 3, '2026-11-22 08:23:16.656+00'),
	(6, 21, 3, 0, 3, '2026-11-22 08:23:16.753+00');
INSERT INTO public.link_counts VALUES
	('01a20259-737b-72ef-8890-3be21cb83ce9', 0, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 0, 4);
INSERT INTO public.link_tops VALUES
	(4, 1, 2, 6, 3),
	(3, 1, 5, 6, 7),
	(7, 1, 5, 6, 7),
	(1, 1, 2, 6, 3),
	(2, 1, 5, 6, 7),
	(8, 1, 2, 6, 3),
	(5, 1, 2, 6, 3),
	(6, 1, 5, 6, 7);
INSERT INTO public.link_totals VALUES
	(4, 1, 9, 6, 0),
	(6, 1, 1, 8, 0),
	(4, 1, 1, 14, 0),
	(8, 1, 9, 6, 0),
	(7, 1, 9, 4, 0),
	(2, 1, 11, 2, 0),
	(1, 1, 1, 6, 0),
	(5, 1, 9, 2, 0),
	(3, 1, 9, 4, 0),
	(8, 1, 1, 14, 0),
	(2, 1, 9, 4, 0),
	(5, 1, 1, 6, 0),
	(6, 1, 9, 4, 0),
	(7, 1, 1, 12, 0),
	(3, 1, 1, 12, 0),
	(2, 1, 1, 8, 0),
	(1, 1, 11, 2, 0),
	(1, 1, 9, 2, 0),
	(1, 2, 8, 2, 0),
	(7, 2, 8, 4, 0),
	(4, 2, 5, 6, 0),
	(3, 2, 5, 6, 0),
	(8, 2, 8, 6, 0),
	(1, 2, 5, 2, 0),
	(5, 2, 8, 2, 0),
	(4, 2, 8, 6, 0),
	(2, 2, 5, 4, 0),
	(7, 2, 2, 6, 0),
	(3, 2, 8, 4, 0),
	(6, 2, 2, 4, 0),
	(5, 2, 2, 4, 0),
	(8, 2, 5, 6, 0),
	(3, 2, 2, 6, 0),
	(4, 2, 2, 8, 0),
	(8, 2, 2, 8, 0),
	(2, 2, 2, 4, 0),
	(2, 2, 8, 4, 0),
	(7, 2, 5, 6, 0),
	(6, 2, 8, 4, 0),
	(5, 2, 5, 2, 0),
	(1, 2, 2, 4, 0),
	(6, 2, 5, 4, 0),
	(8, 3, 6, 12, 0),
	(4, 3, 4, 8, 0),
	(5, 3, 4, 4, 0),
	(2, 3, 6, 8, 0),
	(3, 3, 6, 10, 0),
	(6, 3, 4, 4, 0),
	(1, 3, 4, 4, 0),
	(2, 3, 4, 4, 0),
	(1, 3, 6, 4, 0),
	(5, 3, 6, 4, 0),
	(6, 1, 11, 2, 0),
	(5, 1, 11, 2, 0),
	(7, 3, 6, 10, 0),
	(8, 3, 4, 8, 0),
	(7, 3, 4, 6, 0),
	(6, 3, 6, 8, 0),
	(3, 3, 4, 6, 0),
	(4, 3, 6, 12, 0),
	(4, 4, 10, 6, 0),
	(2, 4, 10, 4, 0),
	(2, 4, 3, 4, 0),
	(3, 4, 3, 6, 0),
	(2, 4, 7, 4, 0),
	(6, 4, 10, 4, 0),
	(4, 4, 7, 6, 0),
	(3, 4, 10, 4, 0),
	(5, 4, 10, 2, 0),
	(7, 4, 10, 4, 0),
	(7, 4, 3, 6, 0),
	(4, 4, 3, 8, 0),
	(8, 4, 7, 6, 0),
	(5, 4, 7, 2, 0),
	(6, 4, 7, 4, 0),
	(1, 4, 3, 4, 0),
	(1, 4, 10, 2, 0),
	(7, 4, 7, 6, 0),
	(5, 4, 3, 4, 0),
	(1, 4, 7, 2, 0),
	(6, 4, 3, 4, 0),
	(8, 4, 3, 8, 0),
	(3, 4, 7, 6, 0),
	(8, 4, 10, 6, 0);
INSERT INTO public.links OVERRIDING SYSTEM VALUE VALUES
	('01a20259-80eb-7c78-87f5-1ed1244270ee', 1, '01a20259-737b-72ef-8890-3be21cb83ce9', '01a20259-7388-7675-b58e-9a2a39dac636', 'unified', 'CN7mdZG', 'Link 0', 'link-0', 'https://example.com/0', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:22:29.870928+00', '2026-11-22 08:22:29.870928+00', NULL, DEFAULT),
	('01a20259-8133-77db-a1bf-483bfeac9661', 2, '01a20259-737b-72ef-8890-3be21cb83ce9', '01a20259-7388-7675-b58e-9a2a39dac636', 'unified', 'ZRFN65J', 'Link 1', 'link-1', 'https://example.com/1', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:22:29.943157+00', '2026-11-22 08:22:29.943157+00', NULL, DEFAULT),
	('01a20259-8168-7963-a3be-a1ce95a426d0', 3, '01a20259-737b-72ef-8890-3be21cb83ce9', '01a20259-7388-7675-b58e-9a2a39dac636', 'unified', 'XSfHZ9p', 'Link 2', 'link-2', 'https://example.com/2', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:22:29.993175+00', '2026-11-22 08:22:29.993175+00', NULL, DEFAULT),
	('01a20259-8180-7f00-b90e-c10a97923802', 4, '01a20259-737b-72ef-8890-3be21cb83ce9', '01a20259-7388-7675-b58e-9a2a39dac636', 'unified', 'LZeewQh', 'Link 3', 'link-3', 'https://example.com/3', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:22:30.022754+00', '2026-11-22 08:22:30.022754+00', NULL, DEFAULT),
	('01a20259-84c7-7200-bb7c-e33980b8f134', 5, '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', '01a20259-7cc5-76b3-946b-17dbf483465b', 'unified', 'ftNqngy', 'Link 0', 'link-0', 'https://example.com/0', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:22:30.859167+00', '2026-11-22 08:22:30.859167+00', NULL, DEFAULT),
	('01a20259-84e1-7f33-817f-9d3d3699c8c5', 6, '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', '01a20259-7cc5-76b3-946b-17dbf483465b', 'unified', 'hxRAQx1', 'Link 1', 'link-1', 'https://example.com/1', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:22:30.882336+00', '2026-11-22 08:22:30.882336+00', NULL, DEFAULT),
	('01a20259-8506-74d8-9bb1-dcc611eff34c', 7, '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', '01a20259-7cc5-76b3-946b-17dbf483465b', 'unified', 'DdaFjm8', 'Link 2', 'link-2', 'https://example.com/2', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:22:30.923159+00', '2026-11-22 08:22:30.923159+00', NULL, DEFAULT),
	('01a20259-8548-7d39-b29b-4b22cb84718d', 8, '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', '01a20259-7cc5-76b3-946b-17dbf483465b', 'unified', 'sueNirB', 'Link 3', 'link-3', 'https://example.com/3', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:22:30.984665+00', '2026-11-22 08:22:30.984665+00', NULL, DEFAULT);
INSERT INTO public.migrations VALUES
	(1, '0001_core.sql', 'bc8de300485df5204cc91374e4cb281337a171a7437aa7f4a9ef6a158ccec18d', '2026-11-22 08:22:19.491188+00'),
	(2, '0002_accounts.sql', 'a6a94bfc6bf4806b88ccfc4b961270301cf84205e2330778f936b8dee1c1dd89', '2026-11-22 08:22:19.828526+00'),
	(10, '0010_installations.sql', '922d79c28e6da78870e5310e7342d0d6d33fe0c7526ddf4e5bc1a259b2295510', '2026-11-22 08:22:20.055554+00'),
	(15, '0015_link_counts.sql', 'ad9d10dd75ddf49f5dcbd5602ddbf1b60b0769f64adeddb1bf2c855bbc8d0f19', '2026-11-22 08:23:09.309076+00'),
	(16, '0016_usage_warnings.sql', '72318f893e16f3b68eb3cc089b75a4e965159a9fc080b089df1a7af0c163fd3f', '2026-11-22 08:23:09.404089+00'),
	(17, '0017_rate_limits.sql', '376a6a86ece1c62e31c2c5402a784a300277135edc355f9ad2e2ce3b78275d87', '2026-11-22 08:23:09.487173+00'),
	(30, '0030_attribution.sql', '578cd11bd2c766f2eb261df0a7068e211c4c332eb667d11ca34731f2e57b315c', '2026-11-22 08:23:09.527178+00'),
	(40, '0040_analytics.sql', '2df949a8a704623a219cc5f3c5068f763e62379e64808b56d1768a360bc4259a', '2026-11-22 08:23:09.655162+00'),
	(41, '0041_live_counters.sql', 'a874cef69bdcc86600368e81784fee4fa497d474fe5cbd3b3ab8c023fee08c6c', '2026-11-22 08:23:09.785373+00'),
	(50, '0050_dashboard.sql', 'd5edfdacbd906aba6fba312aeff47fe3c035401b137ef4ddeafc4fa1a776d39d', '2026-11-22 08:23:09.845738+00'),
	(55, '0055_ready_numbers.sql', '34031cc5fee655e20051d2da5c818de4303e4d993751271a2748544163cbd250', '2026-11-22 08:23:09.972576+00'),
	(60, '0060_billing.sql', '669ab99e40d469669f750451e70400f494420423a49d8cdcc9ac9cc36e1edfba', '2026-11-22 08:23:10.100371+00'),
	(61, '0061_click_retention.sql', 'bf411043878cf6621c4f47a18027f88a498a7e85b4923b5f678937b103978860', '2026-11-22 08:23:10.225241+00'),
	(62, '0062_invitation_mail.sql', '892aa13af79f3c0cdb7f92fe8f6e84768f95c918906df0c290cea4a1d76e2bae', '2026-11-22 08:23:10.254489+00'),
	(80, '0080_link_receipts.sql', 'd5862ba45af616b9c47cb101015d9a5a687194e45916aebc9347e0bab9a40ded', '2026-11-22 08:23:10.290784+00'),
	(81, '0081_cells.sql', '3e59a2ecc2c1b501e8122050a762d6c45a2c336bebcbbe1453c4280958f7d029', '2026-11-22 08:23:10.320113+00'),
	(82, '0082_gone_links.sql', 'da09dff8d27787d0c32a07046a413a6d5cd344fd53767435b4130309488cc664', '2026-11-22 08:23:10.347163+00'),
	(84, '0084_exports_outlive_projects.sql', '1cc85ce86b215035843e89928a3a4088048f68071ac20d7c42e57c7d1e632fd5', '2026-11-22 08:23:10.387176+00'),
	(85, '0085_closed_days_anew.sql', 'f2b750240826054abb9752be7ff481958440d9b3c30b07b3ceca8ecf466c44d8', '2026-11-22 08:23:10.399964+00'),
	(90, '0090_masked_session_addresses.sql', '6af2688a8cf7d4cf75b40edfab2e29cc4acac1c0ab0f706be7f2a47190285350', '2026-11-22 08:23:10.411143+00');
INSERT INTO public.opens_2026_11 VALUES
	('01a20259-8409-7634-8f54-275aa544d1d2', '2026-11-22 08:22:30.665+00', 1, NULL),
	('01a20259-8442-704c-8653-958f11e191b2', '2026-11-22 08:22:30.722+00', 2, NULL),
	('01a20259-8612-7b8c-807b-84a64ee606d8', '2026-11-22 08:22:31.186+00', 5, NULL),
	('01a20259-8617-771b-b617-3e698551e238', '2026-11-22 08:22:31.191+00', 6, NULL),
	('01a2025a-342a-7602-bb79-de276693a3af', '2026-11-22 08:23:15.754+00', 1, NULL),
	('01a2025a-345d-7267-8d86-fe36400cd0b2', '2026-11-22 08:23:15.805+00', 2, NULL),
	('01a2025a-37b0-76ed-8440-317e8e5a3d2c', '2026-11-22 08:23:16.656+00', 5, NULL),
	('01a2025a-3811-711c-8d78-253777c0d920', '2026-11-22 08:23:16.753+00', 6, NULL);
INSERT INTO public.project_members VALUES
	('01a20259-6483-78f0-acc2-72803975b248', '01a20259-6469-70ee-b7a7-f42918e611c8', 'owner', '2026-11-22 08:22:22.072123+00'),
	('01a20259-737b-72ef-8890-3be21cb83ce9', '01a20259-7374-7d3d-8a80-e01e124dd8f0', 'owner', '2026-11-22 08:22:25.809968+00'),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', '01a20259-7cb8-7556-ac8e-cb102ee9ba13', 'owner', '2026-11-22 08:22:28.111187+00');
INSERT INTO public.project_rollups VALUES
	('01a20259-737b-72ef-8890-3be21cb83ce9', 1, 60, '2026-11-22 08:00:00+00', 1, 40),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 1, 60, '2026-11-22 08:00:00+00', 9, 16),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 1, 60, '2026-11-22 08:00:00+00', 1, 40),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 1, 60, '2026-11-22 08:00:00+00', 11, 4),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 1, 60, '2026-11-22 08:00:00+00', 9, 16),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 2, 60, '2026-11-22 08:00:00+00', 8, 16),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 2, 60, '2026-11-22 08:00:00+00', 5, 18),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 2, 60, '2026-11-22 08:00:00+00', 2, 22),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 2, 60, '2026-11-22 08:00:00+00', 0, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 2, 60, '2026-11-22 08:00:00+00', 8, 16),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 2, 60, '2026-11-22 08:00:00+00', 5, 18),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 2, 60, '2026-11-22 08:00:00+00', 2, 22),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 3, 60, '2026-11-22 08:00:00+00', 4, 22),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 3, 60, '2026-11-22 08:00:00+00', 4, 22),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 3, 60, '2026-11-22 08:00:00+00', 6, 34),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 3, 60, '2026-11-22 08:00:00+00', 6, 34),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 3, 60, '2026-11-22 08:00:00+00', 0, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 4, 60, '2026-11-22 08:00:00+00', 10, 16),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 4, 60, '2026-11-22 08:00:00+00', 7, 18),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 4, 60, '2026-11-22 08:00:00+00', 0, 4),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 4, 60, '2026-11-22 08:00:00+00', 10, 16),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 4, 60, '2026-11-22 08:00:00+00', 3, 22),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 1, 60, '2026-11-22 08:00:00+00', 11, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 2, 60, '2026-11-22 08:00:00+00', 0, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 3, 60, '2026-11-22 08:00:00+00', 0, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 4, 60, '2026-11-22 08:00:00+00', 0, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 7, 60, '2026-11-22 08:00:00+00', 2, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 4, 1440, '2026-11-22 00:00:00+00', 0, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 3, 1440, '2026-11-22 00:00:00+00', 0, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 1, 1440, '2026-11-22 00:00:00+00', 11, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 7, 1440, '2026-11-22 00:00:00+00', 2, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 2, 1440, '2026-11-22 00:00:00+00', 0, 4),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 4, 60, '2026-11-22 08:00:00+00', 7, 18),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 4, 60, '2026-11-22 08:00:00+00', 3, 22),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 5, 60, '2026-11-22 08:00:00+00', 0, 60),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 6, 60, '2026-11-22 08:00:00+00', 1, 16),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 6, 60, '2026-11-22 08:00:00+00', 1, 16),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 6, 60, '2026-11-22 08:00:00+00', 2, 12),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 6, 60, '2026-11-22 08:00:00+00', 0, 32),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 6, 60, '2026-11-22 08:00:00+00', 2, 12),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 7, 60, '2026-11-22 08:00:00+00', 0, 56),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 7, 60, '2026-11-22 08:00:00+00', 0, 56),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 7, 60, '2026-11-22 08:00:00+00', 2, 4),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 9, 60, '2026-11-22 08:00:00+00', 12, 4),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 3, 1440, '2026-11-22 00:00:00+00', 4, 22),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 3, 1440, '2026-11-22 00:00:00+00', 6, 34),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 2, 1440, '2026-11-22 00:00:00+00', 2, 22),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 1, 1440, '2026-11-22 00:00:00+00', 9, 16),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 6, 1440, '2026-11-22 00:00:00+00', 1, 16),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 1, 1440, '2026-11-22 00:00:00+00', 11, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 4, 1440, '2026-11-22 00:00:00+00', 3, 22),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 4, 1440, '2026-11-22 00:00:00+00', 3, 22),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 6, 1440, '2026-11-22 00:00:00+00', 0, 32),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 5, 1440, '2026-11-22 00:00:00+00', 0, 60),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 6, 1440, '2026-11-22 00:00:00+00', 1, 16),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 4, 1440, '2026-11-22 00:00:00+00', 10, 16),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 2, 1440, '2026-11-22 00:00:00+00', 8, 16),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 1, 1440, '2026-11-22 00:00:00+00', 9, 16),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 7, 1440, '2026-11-22 00:00:00+00', 0, 56),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 2, 1440, '2026-11-22 00:00:00+00', 0, 4),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 4, 1440, '2026-11-22 00:00:00+00', 0, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 2, 1440, '2026-11-22 00:00:00+00', 5, 18),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 6, 1440, '2026-11-22 00:00:00+00', 2, 12),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 2, 1440, '2026-11-22 00:00:00+00', 5, 18),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 4, 1440, '2026-11-22 00:00:00+00', 10, 16),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 2, 1440, '2026-11-22 00:00:00+00', 2, 22),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 3, 1440, '2026-11-22 00:00:00+00', 6, 34),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 7, 1440, '2026-11-22 00:00:00+00', 2, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 4, 1440, '2026-11-22 00:00:00+00', 7, 18),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 4, 1440, '2026-11-22 00:00:00+00', 7, 18),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 2, 1440, '2026-11-22 00:00:00+00', 8, 16),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 4, 0, '2026-11-01 00:00:00+00', 10, 16),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 4, 0, '2026-11-01 00:00:00+00', 10, 16),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 5, 0, '2026-11-01 00:00:00+00', 0, 60),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 2, 0, '2026-11-01 00:00:00+00', 0, 4),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 4, 0, '2026-11-01 00:00:00+00', 7, 18),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 6, 0, '2026-11-01 00:00:00+00', 2, 12),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 6, 0, '2026-11-01 00:00:00+00', 1, 16),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 1, 0, '2026-11-01 00:00:00+00', 11, 4),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 3, 0, '2026-11-01 00:00:00+00', 0, 4),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 2, 0, '2026-11-01 00:00:00+00', 5, 18),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 1, 0, '2026-11-01 00:00:00+00', 1, 40),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 6, 0, '2026-11-01 00:00:00+00', 2, 12),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 4, 0, '2026-11-01 00:00:00+00', 3, 22),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 3, 0, '2026-11-01 00:00:00+00', 4, 22),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 1, 0, '2026-11-01 00:00:00+00', 9, 16),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 3, 0, '2026-11-01 00:00:00+00', 6, 34),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 4, 0, '2026-11-01 00:00:00+00', 3, 22),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 1, 0, '2026-11-01 00:00:00+00', 1, 40),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 1, 0, '2026-11-01 00:00:00+00', 9, 16),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 9, 0, '2026-11-01 00:00:00+00', 12, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 5, 60, '2026-11-22 08:00:00+00', 0, 60),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 6, 60, '2026-11-22 08:00:00+00', 0, 32),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 9, 60, '2026-11-22 08:00:00+00', 12, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 5, 1440, '2026-11-22 00:00:00+00', 0, 60),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 6, 1440, '2026-11-22 00:00:00+00', 0, 32),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 9, 0, '2026-11-01 00:00:00+00', 12, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 3, 0, '2026-11-01 00:00:00+00', 0, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 6, 0, '2026-11-01 00:00:00+00', 0, 32),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 7, 0, '2026-11-01 00:00:00+00', 2, 4);
INSERT INTO public.project_rollups VALUES
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 4, 0, '2026-11-01 00:00:00+00', 0, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 2, 0, '2026-11-01 00:00:00+00', 0, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 1, 0, '2026-11-01 00:00:00+00', 11, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 3, 1440, '2026-11-22 00:00:00+00', 4, 22),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 3, 1440, '2026-11-22 00:00:00+00', 0, 4),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 6, 1440, '2026-11-22 00:00:00+00', 2, 12),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 1, 1440, '2026-11-22 00:00:00+00', 1, 40),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 1, 1440, '2026-11-22 00:00:00+00', 1, 40),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 9, 1440, '2026-11-22 00:00:00+00', 12, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 7, 1440, '2026-11-22 00:00:00+00', 0, 56),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 7, 0, '2026-11-01 00:00:00+00', 0, 56),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 4, 0, '2026-11-01 00:00:00+00', 7, 18),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 3, 0, '2026-11-01 00:00:00+00', 4, 22),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 6, 0, '2026-11-01 00:00:00+00', 1, 16),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 2, 0, '2026-11-01 00:00:00+00', 2, 22),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 2, 0, '2026-11-01 00:00:00+00', 8, 16),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 7, 0, '2026-11-01 00:00:00+00', 0, 56),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 2, 0, '2026-11-01 00:00:00+00', 8, 16),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 4, 0, '2026-11-01 00:00:00+00', 0, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 2, 0, '2026-11-01 00:00:00+00', 5, 18),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 3, 0, '2026-11-01 00:00:00+00', 6, 34),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 6, 0, '2026-11-01 00:00:00+00', 0, 32),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 2, 0, '2026-11-01 00:00:00+00', 2, 22),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 7, 0, '2026-11-01 00:00:00+00', 2, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 9, 1440, '2026-11-22 00:00:00+00', 12, 4),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 5, 0, '2026-11-01 00:00:00+00', 0, 60);
INSERT INTO public.project_times VALUES
	('01a20259-737b-72ef-8890-3be21cb83ce9', 60, '2026-11-22 08:00:00+00', 4, 60, 4, 2),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 15, '2026-11-22 08:15:00+00', 4, 60, 4, 2),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 30, '2026-11-22 08:00:00+00', 4, 60, 4, 2),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 15, '2026-11-22 08:15:00+00', 4, 60, 4, 2),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 60, '2026-11-22 08:00:00+00', 4, 60, 4, 2),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 30, '2026-11-22 08:00:00+00', 4, 60, 4, 2);
INSERT INTO public.projects VALUES
	('01a20259-6483-78f0-acc2-72803975b248', 'Demo', 'business', 'https://example.com/', false, true, 60, 'ABCDE12345', 'com.example.demo', 'demo', '123456789', 'com.example.demo', '{}', 'demo', '2026-11-22 08:22:22.072123+00', '2026-11-22 08:22:22.072123+00', NULL),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 'Kept-A', 'business', NULL, false, true, 60, NULL, NULL, NULL, NULL, NULL, '{}', NULL, '2026-11-22 08:22:25.809968+00', '2026-11-22 08:22:25.809968+00', NULL),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 'Kept-B', 'business', NULL, false, true, 60, NULL, NULL, NULL, NULL, NULL, '{}', NULL, '2026-11-22 08:22:28.111187+00', '2026-11-22 08:22:28.111187+00', NULL);
INSERT INTO public.referrers OVERRIDING SYSTEM VALUE VALUES
	(1, 'site-1.example'),
	(2, 'site-3.example');
INSERT INTO public.user_accounts VALUES
	('01a20259-6469-7c1b-b620-21d45bec2e84', '01a20259-6469-70ee-b7a7-f42918e611c8', 'credential', '01a20259-6469-70ee-b7a7-f42918e611c8', '9daf50c7fd4a6042ecce3aaa01a71987:f60b879c011e1932d49820ede3bd44942ef0a48bed8e7fb56c3ec18e3d07372379ae57c96457d887134cd7691c16cc3d5eda34e632ae2bbd3323ca40550df260', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 08:22:22.072123+00', '2026-11-22 08:22:22.072123+00'),
	('01a20259-7374-743e-9b39-dc44396f1c93', '01a20259-7374-7d3d-8a80-e01e124dd8f0', 'credential', '01a20259-7374-7d3d-8a80-e01e124dd8f0', '528519e59529861b0f285ff83e202b57:47595acb641e246711a90add9a491ea293a348a6a820bb7dd1007a7d32d409e4d56be840a901f7260b43add68d49fec85788e5d21d0ddbb7a6064e9f1da972cf', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 08:22:25.809968+00', '2026-11-22 08:22:25.809968+00'),
	('01a20259-7cb8-702a-89ef-7fcbfb4cc54f', '01a20259-7cb8-7556-ac8e-cb102ee9ba13', 'credential', '01a20259-7cb8-7556-ac8e-cb102ee9ba13', '7ea83057addab3f0a1d53a50b704df74:3e74873e2c68fb1cbf690fa05c4df7f7a03ffd30d7c4cf86a52ecbb98e8972d75f15dbae5025108cb247e349bc4448521585bd4e6f5011c63d0d3cdc47007301', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 08:22:28.111187+00', '2026-11-22 08:22:28.111187+00');
INSERT INTO public.users VALUES
	('01a20259-6469-70ee-b7a7-f42918e611c8', 'owner', 'owner@fairlead.localhost', true, NULL, false, '2026-11-22 08:22:22.072123+00', '2026-11-22 08:22:22.072123+00'),
	('01a20259-7374-7d3d-8a80-e01e124dd8f0', 'owner-f9397d42ca10', 'owner-f9397d42ca10@fairlead.localhost', true, NULL, false, '2026-11-22 08:22:25.809968+00', '2026-11-22 08:22:25.809968+00'),
	('01a20259-7cb8-7556-ac8e-cb102ee9ba13', 'owner-33877f6f593b', 'owner-33877f6f593b@fairlead.localhost', true, NULL, false, '2026-11-22 08:22:28.111187+00', '2026-11-22 08:22:28.111187+00');
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
