-- Written by commit cb59ce5: each click moved its link's counters; see README.md.
-- App keys: fl_live_92VKraUcM9fQnxnGmc4MVBQkNo0iOVIANNZWzC5KmR3 fl_live_9rjLUPZoQoBHJs2IXAdT5IKDR5dPVXvzj59LE0x3RhJ
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
CREATE TABLE public.domains (
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    host text NOT NULL,
    verification_token text NOT NULL,
    verified_at timestamp with time zone,
    is_primary boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT domains_host_lower_case CHECK ((host = lower(host)))
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
CREATE TABLE public.link_counters (
    link_key integer NOT NULL,
    clicks bigint DEFAULT 0 NOT NULL,
    previews bigint DEFAULT 0 NOT NULL,
    bots bigint DEFAULT 0 NOT NULL,
    opens bigint DEFAULT 0 NOT NULL,
    installs bigint DEFAULT 0 NOT NULL,
    returning_users bigint DEFAULT 0 NOT NULL,
    attributed_clicks bigint DEFAULT 0 NOT NULL,
    last_clicked_at timestamp with time zone
)
WITH (fillfactor='70');
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
CREATE TABLE public.opens (
    click_id uuid NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    link_key integer NOT NULL,
    installation_id uuid
)
PARTITION BY RANGE (click_id);
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
    CONSTRAINT projects_matching_window CHECK (((matching_window_minutes >= 5) AND (matching_window_minutes <= 1440))),
    CONSTRAINT projects_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255)))
);
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
CREATE TABLE public.two_factors (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    secret text NOT NULL,
    backup_codes text NOT NULL,
    verified boolean DEFAULT true NOT NULL,
    failed_verification_count integer DEFAULT 0 NOT NULL,
    locked_until timestamp with time zone
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
	('01a20259-8619-722e-bb19-ee3b961331fd', '2026-11-22 08:22:31.193+00', 5, 3, 0, 1, 2, 4, NULL, NULL, NULL, -6839543620159394520);
INSERT INTO public.dashboard_sessions VALUES
	('01a20259-64a5-7c6d-a966-7e2869a49e8f', '01a20259-6469-70ee-b7a7-f42918e611c8', 'AY_dAwuyYbxVmaIOv1LtiuCjvwFesu19ClGihYj7muw', '2026-12-06 08:22:22.629+00', NULL, NULL, '2026-11-22 08:22:22.072123+00', '2026-11-22 08:22:22.072123+00'),
	('01a20259-7399-7203-a9e2-8c1fbb46b3a9', '01a20259-7374-7d3d-8a80-e01e124dd8f0', '1hswPK4EQrebHc0Req2NMxp_lx35N-LRKtY-muMB_EQ', '2026-12-06 08:22:26.457+00', NULL, NULL, '2026-11-22 08:22:25.809968+00', '2026-11-22 08:22:25.809968+00'),
	('01a20259-7cdb-7c8b-853c-d03b10b39e0d', '01a20259-7cb8-7556-ac8e-cb102ee9ba13', 'EUUxMyQEM_OE95g9htTOwPueBopXqZ2k03DPceke3yE', '2026-12-06 08:22:28.827+00', NULL, NULL, '2026-11-22 08:22:28.111187+00', '2026-11-22 08:22:28.111187+00');
INSERT INTO public.domains VALUES
	('01a20259-6496-79ec-8189-cf27c66beeb8', '01a20259-6483-78f0-acc2-72803975b248', 'go.localhost', '4eaeed1586e1bfffc634cbbcfd26dffe', '2026-11-22 08:22:22.614+00', true, '2026-11-22 08:22:22.072123+00'),
	('01a20259-7388-7675-b58e-9a2a39dac636', '01a20259-737b-72ef-8890-3be21cb83ce9', 'a.kept.test', 'c03fa6325432c1972bff1d2c126ceea4', '2026-11-22 08:22:26.44+00', true, '2026-11-22 08:22:25.809968+00'),
	('01a20259-7cc5-76b3-946b-17dbf483465b', '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 'b.kept.test', 'a70c3f6acd6f85c41eaee5a18ea1d961', '2026-11-22 08:22:28.805+00', true, '2026-11-22 08:22:28.111187+00');
INSERT INTO public.link_counters VALUES
	(8, 10, 0, 0, 0, 0, 0, 0, '2026-11-22 08:22:31.181+00'),
	(6, 7, 1, 0, 1, 0, 0, 0, '2026-11-22 08:22:31.191+00'),
	(5, 5, 1, 1, 1, 0, 0, 0, '2026-11-22 08:22:31.186+00'),
	(3, 8, 0, 0, 0, 0, 0, 0, '2026-11-22 08:22:30.601+00'),
	(4, 10, 0, 0, 0, 0, 0, 0, '2026-11-22 08:22:30.644+00'),
	(2, 7, 1, 0, 1, 0, 0, 0, '2026-11-22 08:22:30.722+00'),
	(1, 5, 1, 1, 1, 0, 0, 0, '2026-11-22 08:22:30.665+00'),
	(7, 8, 0, 0, 0, 0, 0, 0, '2026-11-22 08:22:31.143+00');
INSERT INTO public.links OVERRIDING SYSTEM VALUE VALUES
	('01a20259-80eb-7c78-87f5-1ed1244270ee', 1, '01a20259-737b-72ef-8890-3be21cb83ce9', '01a20259-7388-7675-b58e-9a2a39dac636', 'unified', 'CN7mdZG', 'Link 0', 'link-0', 'https://example.com/0', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:22:29.870928+00', '2026-11-22 08:22:29.870928+00', NULL),
	('01a20259-8133-77db-a1bf-483bfeac9661', 2, '01a20259-737b-72ef-8890-3be21cb83ce9', '01a20259-7388-7675-b58e-9a2a39dac636', 'unified', 'ZRFN65J', 'Link 1', 'link-1', 'https://example.com/1', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:22:29.943157+00', '2026-11-22 08:22:29.943157+00', NULL),
	('01a20259-8168-7963-a3be-a1ce95a426d0', 3, '01a20259-737b-72ef-8890-3be21cb83ce9', '01a20259-7388-7675-b58e-9a2a39dac636', 'unified', 'XSfHZ9p', 'Link 2', 'link-2', 'https://example.com/2', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:22:29.993175+00', '2026-11-22 08:22:29.993175+00', NULL),
	('01a20259-8180-7f00-b90e-c10a97923802', 4, '01a20259-737b-72ef-8890-3be21cb83ce9', '01a20259-7388-7675-b58e-9a2a39dac636', 'unified', 'LZeewQh', 'Link 3', 'link-3', 'https://example.com/3', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:22:30.022754+00', '2026-11-22 08:22:30.022754+00', NULL),
	('01a20259-84c7-7200-bb7c-e33980b8f134', 5, '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', '01a20259-7cc5-76b3-946b-17dbf483465b', 'unified', 'ftNqngy', 'Link 0', 'link-0', 'https://example.com/0', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:22:30.859167+00', '2026-11-22 08:22:30.859167+00', NULL),
	('01a20259-84e1-7f33-817f-9d3d3699c8c5', 6, '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', '01a20259-7cc5-76b3-946b-17dbf483465b', 'unified', 'hxRAQx1', 'Link 1', 'link-1', 'https://example.com/1', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:22:30.882336+00', '2026-11-22 08:22:30.882336+00', NULL),
	('01a20259-8506-74d8-9bb1-dcc611eff34c', 7, '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', '01a20259-7cc5-76b3-946b-17dbf483465b', 'unified', 'DdaFjm8', 'Link 2', 'link-2', 'https://example.com/2', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:22:30.923159+00', '2026-11-22 08:22:30.923159+00', NULL),
	('01a20259-8548-7d39-b29b-4b22cb84718d', 8, '01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', '01a20259-7cc5-76b3-946b-17dbf483465b', 'unified', 'sueNirB', 'Link 3', 'link-3', 'https://example.com/3', NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, '2026-11-22 08:22:30.984665+00', '2026-11-22 08:22:30.984665+00', NULL);
INSERT INTO public.migrations VALUES
	(1, '0001_core.sql', 'bc8de300485df5204cc91374e4cb281337a171a7437aa7f4a9ef6a158ccec18d', '2026-11-22 08:22:19.491188+00'),
	(2, '0002_accounts.sql', 'a6a94bfc6bf4806b88ccfc4b961270301cf84205e2330778f936b8dee1c1dd89', '2026-11-22 08:22:19.828526+00'),
	(10, '0010_installations.sql', '922d79c28e6da78870e5310e7342d0d6d33fe0c7526ddf4e5bc1a259b2295510', '2026-11-22 08:22:20.055554+00');
INSERT INTO public.opens_2026_11 VALUES
	('01a20259-8409-7634-8f54-275aa544d1d2', '2026-11-22 08:22:30.665+00', 1, NULL),
	('01a20259-8442-704c-8653-958f11e191b2', '2026-11-22 08:22:30.722+00', 2, NULL),
	('01a20259-8612-7b8c-807b-84a64ee606d8', '2026-11-22 08:22:31.186+00', 5, NULL),
	('01a20259-8617-771b-b617-3e698551e238', '2026-11-22 08:22:31.191+00', 6, NULL);
INSERT INTO public.project_members VALUES
	('01a20259-6483-78f0-acc2-72803975b248', '01a20259-6469-70ee-b7a7-f42918e611c8', 'owner', '2026-11-22 08:22:22.072123+00'),
	('01a20259-737b-72ef-8890-3be21cb83ce9', '01a20259-7374-7d3d-8a80-e01e124dd8f0', 'owner', '2026-11-22 08:22:25.809968+00'),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', '01a20259-7cb8-7556-ac8e-cb102ee9ba13', 'owner', '2026-11-22 08:22:28.111187+00');
INSERT INTO public.projects VALUES
	('01a20259-6483-78f0-acc2-72803975b248', 'Demo', 'business', 'https://example.com/', false, true, 60, 'ABCDE12345', 'com.example.demo', 'demo', '123456789', 'com.example.demo', '{}', 'demo', '2026-11-22 08:22:22.072123+00', '2026-11-22 08:22:22.072123+00'),
	('01a20259-737b-72ef-8890-3be21cb83ce9', 'Kept-A', 'business', NULL, false, true, 60, NULL, NULL, NULL, NULL, NULL, '{}', NULL, '2026-11-22 08:22:25.809968+00', '2026-11-22 08:22:25.809968+00'),
	('01a20259-7cbd-7fd9-9c01-bb5d8d5e535f', 'Kept-B', 'business', NULL, false, true, 60, NULL, NULL, NULL, NULL, NULL, '{}', NULL, '2026-11-22 08:22:28.111187+00', '2026-11-22 08:22:28.111187+00');
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
ALTER TABLE ONLY public.domains
    ADD CONSTRAINT domains_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.domains
    ADD CONSTRAINT domains_project_host UNIQUE (project_id, host);
ALTER TABLE ONLY public.installations
    ADD CONSTRAINT installations_client_id UNIQUE (project_id, client_id);
ALTER TABLE ONLY public.installations
    ADD CONSTRAINT installations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.link_counters
    ADD CONSTRAINT link_counters_pkey PRIMARY KEY (link_key);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_key UNIQUE (key);
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
ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.referrers
    ADD CONSTRAINT referrers_host UNIQUE (host);
ALTER TABLE ONLY public.referrers
    ADD CONSTRAINT referrers_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.two_factors
    ADD CONSTRAINT two_factors_pkey PRIMARY KEY (id);
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
CREATE INDEX clicks_link_time ON ONLY public.clicks USING btree (link_key, clicked_at);
CREATE INDEX clicks_2026_11_link_key_clicked_at_idx ON public.clicks_2026_11 USING btree (link_key, clicked_at);
CREATE INDEX clicks_2026_12_link_key_clicked_at_idx ON public.clicks_2026_12 USING btree (link_key, clicked_at);
CREATE INDEX clicks_2027_01_link_key_clicked_at_idx ON public.clicks_2027_01 USING btree (link_key, clicked_at);
CREATE INDEX clicks_default_link_key_clicked_at_idx ON public.clicks_default USING btree (link_key, clicked_at);
CREATE INDEX dashboard_sessions_expiry ON public.dashboard_sessions USING btree (expires_at);
CREATE INDEX dashboard_sessions_user ON public.dashboard_sessions USING btree (user_id);
CREATE UNIQUE INDEX domains_primary ON public.domains USING btree (project_id) WHERE is_primary;
CREATE UNIQUE INDEX domains_verified_host ON public.domains USING btree (host) WHERE (verified_at IS NOT NULL);
CREATE INDEX installations_device ON public.installations USING btree (project_id, device_id) WHERE (device_id IS NOT NULL);
CREATE INDEX installations_persistent_device ON public.installations USING btree (project_id, persistent_device_id, first_seen_at DESC) WHERE (persistent_device_id IS NOT NULL);
CREATE INDEX installations_previous ON public.installations USING btree (previous_id) WHERE (previous_id IS NOT NULL);
CREATE INDEX links_created ON public.links USING btree (project_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX links_domain ON public.links USING btree (domain_id);
CREATE UNIQUE INDEX links_external_id ON public.links USING btree (project_id, external_id) WHERE ((deleted_at IS NULL) AND (external_id IS NOT NULL));
CREATE UNIQUE INDEX links_slug ON public.links USING btree (project_id, slug) WHERE (deleted_at IS NULL);
CREATE INDEX opens_link_time ON ONLY public.opens USING btree (link_key, opened_at);
CREATE INDEX opens_2026_11_link_key_opened_at_idx ON public.opens_2026_11 USING btree (link_key, opened_at);
CREATE INDEX opens_2026_12_link_key_opened_at_idx ON public.opens_2026_12 USING btree (link_key, opened_at);
CREATE INDEX opens_2027_01_link_key_opened_at_idx ON public.opens_2027_01 USING btree (link_key, opened_at);
CREATE INDEX opens_default_link_key_opened_at_idx ON public.opens_default USING btree (link_key, opened_at);
CREATE UNIQUE INDEX project_members_owner ON public.project_members USING btree (project_id) WHERE (role = 'owner'::text);
CREATE INDEX project_members_user ON public.project_members USING btree (user_id);
CREATE INDEX projects_android_scheme ON public.projects USING btree (android_scheme) WHERE (android_scheme IS NOT NULL);
CREATE INDEX projects_ios_scheme ON public.projects USING btree (ios_scheme) WHERE (ios_scheme IS NOT NULL);
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
ALTER INDEX public.opens_pkey ATTACH PARTITION public.opens_2026_11_pkey;
ALTER INDEX public.opens_link_time ATTACH PARTITION public.opens_2026_12_link_key_opened_at_idx;
ALTER INDEX public.opens_pkey ATTACH PARTITION public.opens_2026_12_pkey;
ALTER INDEX public.opens_link_time ATTACH PARTITION public.opens_2027_01_link_key_opened_at_idx;
ALTER INDEX public.opens_pkey ATTACH PARTITION public.opens_2027_01_pkey;
ALTER INDEX public.opens_link_time ATTACH PARTITION public.opens_default_link_key_opened_at_idx;
ALTER INDEX public.opens_pkey ATTACH PARTITION public.opens_default_pkey;
CREATE TRIGGER app_keys_changed AFTER INSERT OR DELETE OR UPDATE ON public.app_keys FOR EACH ROW EXECUTE FUNCTION public.announce_key();
CREATE TRIGGER domains_changed AFTER INSERT OR DELETE OR UPDATE ON public.domains FOR EACH ROW EXECUTE FUNCTION public.announce_domain();
CREATE TRIGGER installations_deleted AFTER DELETE ON public.installations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.announce_installations();
CREATE TRIGGER links_deleted AFTER DELETE ON public.links REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.announce_links();
CREATE TRIGGER links_inserted AFTER INSERT ON public.links REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.announce_links();
CREATE TRIGGER links_updated AFTER UPDATE ON public.links REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.announce_links();
CREATE TRIGGER projects_changed AFTER INSERT OR DELETE OR UPDATE ON public.projects FOR EACH ROW EXECUTE FUNCTION public.announce_project();
ALTER TABLE ONLY public.active_users
    ADD CONSTRAINT active_users_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.app_keys
    ADD CONSTRAINT app_keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.dashboard_sessions
    ADD CONSTRAINT dashboard_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.domains
    ADD CONSTRAINT domains_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.installations
    ADD CONSTRAINT installations_previous_id_fkey FOREIGN KEY (previous_id) REFERENCES public.installations(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.installations
    ADD CONSTRAINT installations_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES public.domains(id);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.project_members
    ADD CONSTRAINT project_members_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.project_members
    ADD CONSTRAINT project_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES public.installations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.two_factors
    ADD CONSTRAINT two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.user_accounts
    ADD CONSTRAINT user_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
