import { BlockList } from 'node:net';
import { join, resolve } from 'node:path';
import { Secret } from '../lib/Secret.ts';
import {
  brands,
  clickHouseUrl,
  date,
  dnsServers,
  domainName,
  email,
  formerKeys,
  hosts,
  integer,
  key,
  linkTemplate,
  lowerCase,
  networks,
  oneOf,
  onOrOff,
  postgresUrl,
  secret,
  setOf,
  stripeKey,
  stripeWebhookSecret,
  text,
  url,
} from './kinds.ts';
import { type Env, readSettings, setting, textOf, type ValuesOf } from './readSettings.ts';

const ROLES = ['api', 'links', 'jobs'] as const;

/** Variables whose values stand in the configuration as they are. */
const PLAIN = {
  port: setting('PORT', integer(1, 65_535), 3000),
  host: setting('HOST', text, '127.0.0.1'),
  /** Further hosts on which API and dashboard answer. */
  publicHosts: setting('PUBLIC_HOSTS', hosts, []),
  /** Port that serves /metrics to anyone who can reach it; undefined: none. */
  metricsPort: setting('METRICS_PORT', integer(1, 65_535)),
  /** Whether plain requests bypass Node's HTTP server (ADR 6). */
  fastPath: setting('FAST_PATH', onOrOff, true),
  launchHost: setting('LAUNCH_HOST', lowerCase, 'launch.localhost'),
  /** Its subdomains are assigned to projects, which then need no DNS of their own. */
  linkDomain: setting('LINK_DOMAIN', domainName('go.localhost'), 'go.localhost'),
  /** A replica of the database for analytics queries. */
  readDatabaseUrl: setting('DATABASE_READ_URL', postgresUrl('postgres://user:password@host/name')),
  /** A ClickHouse database for clicks; undefined: they are in PostgreSQL too. */
  clicksUrl: setting('CLICKS_URL', clickHouseUrl),
  /** Undefined: generated into the data folder. */
  secret: setting('SECRET', key),
  /** Previous values of SECRET, newest first: what they signed is still accepted. */
  previousSecrets: setting('PREVIOUS_SECRETS', formerKeys, []),
  /** What link domains sign and encrypt with, shared with every other node; undefined: `secret`. */
  linkSecret: setting('LINK_SECRET', key),
  adminToken: setting('ADMIN_TOKEN', key),
  /** Email of the account that owns the server; created at the first start. */
  adminEmail: setting('ADMIN_EMAIL', email),
  smtpUrl: setting('SMTP_URL', secret),
  filesUrl: setting('FILES_URL', secret, new Secret('file:files')),
  /** Peers whose X-Forwarded-* headers are trusted. */
  trustedProxies: setting('TRUST_PROXY', networks, new BlockList()),
  /** Whether their X-Forwarded-Host replaces Host: only for proxies that cannot pass Host on. */
  trustForwardedHost: setting('TRUST_FORWARDED_HOST', onOrOff, false),
  geoDatabase: setting('GEO_DATABASE', text),
  countryHeader: setting('COUNTRY_HEADER', lowerCase),
  /** Whether anyone may have the association files of any domain checked at /doctor. */
  publicDoctor: setting('PUBLIC_DOCTOR', onOrOff, false),
  rateLimits: setting('RATE_LIMITS', onOrOff, true),
  processes: setting('PROCESSES', integer(1, 256), 1),
  roles: setting('ROLES', setOf(...ROLES), new Set(ROLES)),
  /** What this machine keeps on disk of links: those looked up in the last day, or a complete copy (docs/look-ups.md). */
  linkCopy: setting('LINK_COPY', oneOf('recent', 'complete'), 'recent'),
  /** How long links are served as last known while no change of them can be heard of, in hours; 0: without limit. */
  linkCopyMaxAge: setting('LINK_COPY_MAX_AGE', integer(0, 8760), 168),
  /** How long a node that was told to stop keeps answering, while /health is 503. */
  drainSeconds: setting('DRAIN_SECONDS', integer(0, 300), 0),
  plansFile: setting('PLANS_FILE', text),
  headerBrands: setting('HEADER_BRANDS', brands, ['Svc']),
  legacyDeprecationDate: setting(
    'LEGACY_DEPRECATION_DATE',
    date('2026-01-01'),
    new Date('2026-01-01'),
  ),
  legacySunsetDate: setting('LEGACY_SUNSET_DATE', date('2028-01-01'), new Date('2028-01-01')),
  logLevel: setting(
    'LOG_LEVEL',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
  ),
  environment: setting('ENVIRONMENT', text, 'production'),
  /** DNS servers for checking domains, as `address` or `address:port`; none: those of the system. */
  dnsServers: setting('DNS_SERVERS', dnsServers, []),
};

/** Variables that depend on others where they are unset. */
const DEPENDENT = {
  publicUrl: setting('PUBLIC_URL', url('http://localhost:3000')),
  linkUrlTemplate: setting('LINK_URL_TEMPLATE', linkTemplate),
  databaseUrl: setting('DATABASE_URL', postgresUrl('postgres://user:password@host:5432/name')),
  dataDir: setting('DATA_DIR', text, './data'),
  journalDir: setting('JOURNAL_DIR', text),
};

const OIDC = {
  issuer: setting('OIDC_ISSUER', url('https://accounts.example.com')),
  clientId: setting('OIDC_CLIENT_ID', text),
  clientSecret: setting('OIDC_CLIENT_SECRET', secret),
  name: setting('OIDC_NAME', text),
  createsUsers: setting('OIDC_CREATES_USERS', onOrOff, false),
  replacesSecondFactor: setting('OIDC_REPLACES_SECOND_FACTOR', onOrOff, false),
};

const STRIPE = {
  secretKey: setting('STRIPE_SECRET_KEY', stripeKey),
  webhookSecret: setting('STRIPE_WEBHOOK_SECRET', stripeWebhookSecret),
  apiUrl: setting(
    'STRIPE_API_URL',
    url('https://api.stripe.com'),
    new URL('https://api.stripe.com'),
  ),
};

/** All of them or none: an incomplete provider would mean a sign-in button that fails, or money taken for no plan. */
const TOGETHER = [
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
];

/** The names of all variables that `readConfig` reads; `.env.example` lists the same. */
export const VARIABLES: readonly string[] = [PLAIN, DEPENDENT, OIDC, STRIPE].flatMap((settings) =>
  Object.values(settings).map(({ name }) => name),
);

export interface Config extends ValuesOf<typeof PLAIN> {
  readonly publicUrl: URL;
  /** False if PUBLIC_URL is not set and `publicUrl` is a guess. */
  readonly publicUrlGiven: boolean;
  /** Short URL with `{host}` and `{slug}` to fill in. */
  readonly linkUrlTemplate: string;
  readonly dataDir: string;
  /** Where visits are durable before they are in the database; a folder for this process only. */
  readonly journalDir: string;
  readonly database: { readonly kind: 'embedded' } | { readonly kind: 'url'; readonly url: Secret };
  /** Sign-in through an OpenID Connect provider. */
  readonly oidc: OidcConfig | undefined;
  /** Plans are sold through Stripe; undefined: the operator changes them. */
  readonly stripe: StripeConfig | undefined;
}

export interface StripeConfig {
  readonly secretKey: Secret;
  readonly webhookSecret: Secret;
  readonly apiUrl: URL;
}

interface OidcConfig {
  readonly id: string;
  readonly name: string;
  readonly discoveryUrl: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly createsUsers: boolean;
  readonly replacesSecondFactor: boolean;
}

/** All mistakes in the environment at once, each naming its variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];
  constructor(mistakes: readonly string[]) {
    super(
      `The configuration has ${mistakes.length === 1 ? 'a mistake' : 'mistakes'}:\n${mistakes.map((each) => `  ${each}`).join('\n')}`,
    );
    this.mistakes = mistakes;
  }
}

/** Reads Rule: surfaces 7 from an environment. Pure; throws one ConfigError with all mistakes. */
export function readConfig(env: Env): Config {
  const mistakes: string[] = [];
  const plain = readSettings(PLAIN, env, mistakes);
  const dependent = readSettings(DEPENDENT, env, mistakes);
  const publicUrl = dependent.publicUrl ?? new URL(`http://localhost:${plain.port}`);
  const port = publicUrl.port === '' ? '' : `:${publicUrl.port}`;
  const { databaseUrl } = dependent;
  const dataDir = resolve(dependent.dataDir);
  const config: Config = {
    ...plain,
    publicUrl,
    publicUrlGiven: dependent.publicUrl !== undefined,
    linkUrlTemplate: dependent.linkUrlTemplate ?? `${publicUrl.protocol}//{host}${port}/{slug}`,
    dataDir,
    journalDir: resolve(dependent.journalDir ?? join(dataDir, 'journal')),
    database: databaseUrl === undefined ? { kind: 'embedded' } : { kind: 'url', url: databaseUrl },
    oidc: toOidc(readSettings(OIDC, env, mistakes)),
    stripe: toStripe(readSettings(STRIPE, env, mistakes)),
  };
  mistakes.push(...findConflicts(config), ...findMissing(config, env), ...findIncomplete(env));
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

/** It serves link domains and nothing else, so it may know less than other nodes. */
export function isLinkNode({ roles }: Pick<Config, 'roles'>): boolean {
  return roles.size === 1 && roles.has('links');
}

/** Values that are right by themselves and wrong together. */
function findConflicts(config: Config): string[] {
  const { publicUrl, publicHosts, launchHost, linkDomain } = config;
  const conflicts: readonly [boolean, string][] = [
    [
      config.legacySunsetDate < config.legacyDeprecationDate,
      'LEGACY_SUNSET_DATE must not be before LEGACY_DEPRECATION_DATE',
    ],
    [
      [publicUrl.hostname, ...publicHosts].includes(launchHost),
      'LAUNCH_HOST must be another host than that of PUBLIC_URL and PUBLIC_HOSTS',
    ],
    [
      [publicUrl.hostname, launchHost, ...publicHosts].includes(linkDomain),
      'LINK_DOMAIN must be another host than those of PUBLIC_URL, PUBLIC_HOSTS and LAUNCH_HOST',
    ],
    [config.metricsPort === config.port, 'METRICS_PORT must be another port than PORT'],
  ];
  return conflicts.flatMap(([isConflict, mistake]) => (isConflict ? [mistake] : []));
}

/** Beside a database that other nodes use, too, all secrets have to be the same everywhere. */
function findMissing({ roles }: Config, env: Env): string[] {
  const isMissing = (name: string) => textOf(env, name) === undefined;
  if (isMissing('DATABASE_URL')) {
    return isMissing('DATABASE_READ_URL')
      ? []
      : ['DATABASE_READ_URL is a replica of DATABASE_URL, which must be set too'];
  }
  const linkNode = isMissing('LINK_SECRET') ? ['SECRET'] : [];
  const required = isLinkNode({ roles }) ? linkNode : ['SECRET', 'ADMIN_TOKEN'];
  return required
    .filter(isMissing)
    .map((name) => `${name} is required with DATABASE_URL: a random text of 32 characters or more`);
}

function findIncomplete(env: Env): string[] {
  const isSet = (name: string) => textOf(env, name) !== undefined;
  return TOGETHER.filter((names) => names.some(isSet) && !names.every(isSet)).map(
    (names) => `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are needed together`,
  );
}

function toOidc({
  issuer,
  clientId,
  clientSecret,
  name,
  ...options
}: ValuesOf<typeof OIDC>): OidcConfig | undefined {
  if (!issuer || clientId === undefined || !clientSecret) return undefined;
  return {
    ...options,
    id: 'oidc',
    name: name ?? issuer.hostname,
    discoveryUrl: `${issuer.href.replace(/\/$/, '')}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
  };
}

function toStripe({
  secretKey,
  webhookSecret,
  apiUrl,
}: ValuesOf<typeof STRIPE>): StripeConfig | undefined {
  return secretKey && webhookSecret && { secretKey, webhookSecret, apiUrl };
}
