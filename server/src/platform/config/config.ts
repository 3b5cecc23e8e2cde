import { type BlockList, isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { readClickHouseUrl } from './readClickHouseUrl.ts';
import { createEnvReader, type EnvReader } from './createEnvReader.ts';
import { Secret } from '../lib/Secret.ts';

type Role = 'api' | 'links' | 'jobs';
const ROLES: readonly Role[] = ['api', 'links', 'jobs'];
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: URL;
  /** False if PUBLIC_URL is not set and `publicUrl` is a guess. */
  readonly publicUrlGiven: boolean;
  /** Further hosts on which API and dashboard answer. */
  readonly publicHosts: readonly string[];
  /** Port that serves /metrics to anyone who can reach it; undefined: none. */
  readonly metricsPort: number | undefined;
  /** Whether plain requests bypass Node's HTTP server (ADR 6). */
  readonly fastPath: boolean;
  /** Short URL with `{host}` and `{slug}` to fill in. */
  readonly linkUrlTemplate: string;
  readonly launchHost: string;
  /** Its subdomains are assigned to projects, which then need no DNS of their own. */
  readonly linkDomain: string;
  readonly dataDir: string;
  /** Where visits are durable before they are in the database; a folder for this process only. */
  readonly journalDir: string;
  readonly database: { readonly kind: 'embedded' } | { readonly kind: 'url'; readonly url: Secret };
  /** A replica of it for analytics queries. */
  readonly readDatabaseUrl: Secret | undefined;
  /** A ClickHouse database for clicks; undefined: they are in PostgreSQL too. */
  readonly clicksUrl: Secret | undefined;
  /** Undefined: generated into the data folder. */
  readonly secret: Secret | undefined;
  /** Previous values of SECRET, newest first: what they signed is still accepted. */
  readonly previousSecrets: readonly Secret[];
  /** What link domains sign and encrypt with, shared with every other node; undefined: `secret`. */
  readonly linkSecret: Secret | undefined;
  readonly adminToken: Secret | undefined;
  /** Email of the account that owns the server; created at the first start. */
  readonly adminEmail: string | undefined;
  readonly smtpUrl: Secret | undefined;
  readonly filesUrl: Secret;
  /** Peers whose X-Forwarded-* headers are trusted. */
  readonly trustedProxies: BlockList;
  /** Whether their X-Forwarded-Host replaces Host: only for proxies that cannot pass Host on. */
  readonly trustForwardedHost: boolean;
  readonly geoDatabase: string | undefined;
  readonly countryHeader: string | undefined;
  readonly rateLimits: boolean;
  readonly processes: number;
  readonly roles: ReadonlySet<Role>;
  /** What this machine keeps on disk of links: those looked up in the last day, or a complete copy (docs/look-ups.md). */
  readonly linkCopy: 'recent' | 'complete';
  /** How long links are served as last known while no change of them can be heard of, in hours; 0: without limit. */
  readonly linkCopyMaxAge: number;
  /** How long a node that was told to stop keeps answering, while /health is 503. */
  readonly drainSeconds: number;
  readonly plansFile: string | undefined;
  readonly headerBrands: readonly string[];
  readonly legacyDeprecationDate: Date;
  readonly legacySunsetDate: Date;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly environment: string;
  /** DNS servers for checking domains, as `address` or `address:port`; none: those of the system. */
  readonly dnsServers: readonly string[];
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

/** The names of all variables that `readConfig` reads; `.env.example` lists the same. */
export const VARIABLES = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'PUBLIC_HOSTS',
  'METRICS_PORT',
  'FAST_PATH',
  'LINK_URL_TEMPLATE',
  'LAUNCH_HOST',
  'LINK_DOMAIN',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'CLICKS_URL',
  'DATA_DIR',
  'JOURNAL_DIR',
  'SECRET',
  'PREVIOUS_SECRETS',
  'LINK_SECRET',
  'ADMIN_TOKEN',
  'ADMIN_EMAIL',
  'SMTP_URL',
  'FILES_URL',
  'TRUST_PROXY',
  'TRUST_FORWARDED_HOST',
  'GEO_DATABASE',
  'COUNTRY_HEADER',
  'RATE_LIMITS',
  'PROCESSES',
  'ROLES',
  'LINK_COPY',
  'LINK_COPY_MAX_AGE',
  'DRAIN_SECONDS',
  'PLANS_FILE',
  'HEADER_BRANDS',
  'LEGACY_DEPRECATION_DATE',
  'LEGACY_SUNSET_DATE',
  'LOG_LEVEL',
  'ENVIRONMENT',
  'DNS_SERVERS',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_NAME',
  'OIDC_CREATES_USERS',
  'OIDC_REPLACES_SECOND_FACTOR',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_API_URL',
] as const;
type Variable = (typeof VARIABLES)[number];

/** Reads Rule: surfaces 7 from an environment. Pure; throws one ConfigError with all mistakes. */
// oxlint-disable-next-line complexity, max-lines-per-function -- a flat list of variables and their defaults
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const mistakes: string[] = [];
  const read = createEnvReader<Variable>(env, mistakes);
  const port = read.integer('PORT', 3000, 1, 65_535);
  const publicUrl = read.url('PUBLIC_URL', `http://localhost:${port}`, ['http:', 'https:']);
  const databaseUrl = read.text('DATABASE_URL');
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    mistakes.push('DATABASE_URL must be a URL such as postgres://user:password@host:5432/name');
  }
  const readDatabaseUrl = readReplica(read, mistakes);
  const roles = new Set(read.listOf('ROLES', ROLES));
  checkSecrets(read, mistakes, { isLinkNode: isLinkNode({ roles }) });
  const dataDir = resolve(read.text('DATA_DIR') ?? './data');
  const config: Config = {
    host: read.text('HOST') ?? '127.0.0.1',
    port,
    publicUrl,
    publicUrlGiven: read.text('PUBLIC_URL') !== undefined,
    publicHosts: readPublicHosts(read, mistakes),
    metricsPort:
      read.text('METRICS_PORT') === undefined
        ? undefined
        : read.integer('METRICS_PORT', 0, 1, 65_535),
    fastPath: read.oneOf('FAST_PATH', ['on', 'off'], 'on') === 'on',
    linkUrlTemplate: read.template('LINK_URL_TEMPLATE', publicUrl),
    launchHost: (read.text('LAUNCH_HOST') ?? 'launch.localhost').toLowerCase(),
    linkDomain: read.host('LINK_DOMAIN', 'go.localhost'),
    dataDir,
    journalDir: resolve(read.text('JOURNAL_DIR') ?? join(dataDir, 'journal')),
    database:
      databaseUrl === undefined
        ? { kind: 'embedded' }
        : { kind: 'url', url: new Secret(databaseUrl) },
    readDatabaseUrl,
    clicksUrl: readClicksUrl(read, mistakes),
    secret: read.secret('SECRET'),
    previousSecrets: read.secrets('PREVIOUS_SECRETS'),
    linkSecret: read.secret('LINK_SECRET'),
    adminToken: read.secret('ADMIN_TOKEN'),
    adminEmail: read.email('ADMIN_EMAIL'),
    smtpUrl: read.secret('SMTP_URL'),
    filesUrl: read.secret('FILES_URL') ?? new Secret('file:files'),
    trustedProxies: read.networks('TRUST_PROXY'),
    trustForwardedHost: read.oneOf('TRUST_FORWARDED_HOST', ['on', 'off'], 'off') === 'on',
    geoDatabase: read.text('GEO_DATABASE'),
    countryHeader: read.text('COUNTRY_HEADER')?.toLowerCase(),
    rateLimits: read.oneOf('RATE_LIMITS', ['on', 'off'], 'on') === 'on',
    processes: read.integer('PROCESSES', 1, 1, 256),
    roles,
    linkCopy: read.oneOf('LINK_COPY', ['recent', 'complete'], 'recent'),
    linkCopyMaxAge: read.integer('LINK_COPY_MAX_AGE', 168, 0, 8760),
    drainSeconds: read.integer('DRAIN_SECONDS', 0, 0, 300),
    plansFile: read.text('PLANS_FILE'),
    headerBrands: read.brands('HEADER_BRANDS'),
    legacyDeprecationDate: read.date('LEGACY_DEPRECATION_DATE', '2026-01-01'),
    legacySunsetDate: read.date('LEGACY_SUNSET_DATE', '2028-01-01'),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    environment: read.text('ENVIRONMENT') ?? 'production',
    dnsServers: readDnsServers(read, mistakes),
    oidc: readOidc(read, mistakes),
    stripe: readStripe(read, mistakes),
  };
  if (config.legacySunsetDate < config.legacyDeprecationDate) {
    mistakes.push('LEGACY_SUNSET_DATE must not be before LEGACY_DEPRECATION_DATE');
  }
  if (config.launchHost === publicUrl.hostname || config.publicHosts.includes(config.launchHost)) {
    mistakes.push('LAUNCH_HOST must be another host than that of PUBLIC_URL and PUBLIC_HOSTS');
  }
  if ([publicUrl.hostname, config.launchHost, ...config.publicHosts].includes(config.linkDomain)) {
    mistakes.push(
      'LINK_DOMAIN must be another host than those of PUBLIC_URL, PUBLIC_HOSTS and LAUNCH_HOST',
    );
  }
  if (config.metricsPort === port) mistakes.push('METRICS_PORT must be another port than PORT');
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

type Reader = EnvReader<Variable>;

/** It serves link domains and nothing else, so it may know less than other nodes. */
export function isLinkNode({ roles }: Pick<Config, 'roles'>): boolean {
  return roles.size === 1 && roles.has('links');
}

/** Beside a database that other nodes use, too, all have to be the same everywhere. */
function checkSecrets(
  read: Reader,
  mistakes: string[],
  node: { readonly isLinkNode: boolean },
): void {
  const required = new Set<Variable>();
  if (read.text('DATABASE_URL') !== undefined) {
    if (!node.isLinkNode) required.add('SECRET').add('ADMIN_TOKEN');
    else if (read.text('LINK_SECRET') === undefined) required.add('SECRET');
  }
  for (const name of ['SECRET', 'LINK_SECRET', 'ADMIN_TOKEN'] as const) {
    const value = read.text(name);
    if (value === undefined && required.has(name)) {
      mistakes.push(
        `${name} is required with DATABASE_URL: a random text of 32 characters or more`,
      );
    } else if (value !== undefined && value.length < 16) {
      mistakes.push(`${name} must be at least 16 characters long`);
    }
  }
}

function readReplica(read: Reader, mistakes: string[]): Secret | undefined {
  const url = read.text('DATABASE_READ_URL');
  if (url === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(url)) {
    mistakes.push('DATABASE_READ_URL must be a URL such as postgres://user:password@host/name');
  }
  if (read.text('DATABASE_URL') === undefined) {
    mistakes.push('DATABASE_READ_URL is a replica of DATABASE_URL, which must be set too');
  }
  return new Secret(url);
}

function readClicksUrl(read: Reader, mistakes: string[]): Secret | undefined {
  const url = read.text('CLICKS_URL');
  if (url === undefined) return undefined;
  const address = readClickHouseUrl(url);
  if (typeof address === 'string') mistakes.push(`CLICKS_URL ${address}`);
  return new Secret(url);
}

function readPublicHosts(read: Reader, mistakes: string[]): readonly string[] {
  const hosts = (read.text('PUBLIC_HOSTS') ?? '')
    .split(',')
    .flatMap((each) => each.trim().toLowerCase() || []);
  if (hosts.every((each) => /^[a-z0-9_]([a-z0-9._-]*[a-z0-9])?$/.test(each))) return hosts;
  mistakes.push('PUBLIC_HOSTS must be a comma list of hosts without port such as api.example.com');
  return [];
}

function readDnsServers(read: Reader, mistakes: string[]): readonly string[] {
  const servers = (read.text('DNS_SERVERS') ?? '').split(',').flatMap((each) => each.trim() || []);
  if (
    !servers.every(
      (each) => isIP(each) !== 0 || /^[\d.]{7,15}:\d{1,5}$|^\[[\da-f:]+\]:\d{1,5}$/i.test(each),
    )
  ) {
    mistakes.push(
      'DNS_SERVERS must be a comma list of addresses such as 9.9.9.9 or 127.0.0.1:5353',
    );
    return [];
  }
  return servers;
}

/** All three or none: an incomplete provider would mean a sign-in button that fails. */
function readOidc(read: Reader, mistakes: string[]): OidcConfig | undefined {
  const clientId = read.text('OIDC_CLIENT_ID');
  const clientSecret = read.secret('OIDC_CLIENT_SECRET');
  if (
    read.text('OIDC_ISSUER') === undefined &&
    clientId === undefined &&
    clientSecret === undefined
  )
    return undefined;
  const issuer = read.url('OIDC_ISSUER', 'https://accounts.example.com', ['http:', 'https:']);
  if (
    clientId === undefined ||
    clientSecret === undefined ||
    read.text('OIDC_ISSUER') === undefined
  ) {
    mistakes.push('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are needed together');
    return undefined;
  }
  return {
    id: 'oidc',
    name: read.text('OIDC_NAME') ?? issuer.hostname,
    discoveryUrl: `${issuer.href.replace(/\/$/, '')}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    createsUsers: read.oneOf('OIDC_CREATES_USERS', ['on', 'off'], 'off') === 'on',
    replacesSecondFactor: read.oneOf('OIDC_REPLACES_SECOND_FACTOR', ['on', 'off'], 'off') === 'on',
  };
}

/** Both or none: a key without the webhook's secret would take money and change no plan. */
function readStripe(read: Reader, mistakes: string[]): StripeConfig | undefined {
  const secretKey = read.secret('STRIPE_SECRET_KEY');
  const webhookSecret = read.secret('STRIPE_WEBHOOK_SECRET');
  const apiUrl = read.url('STRIPE_API_URL', 'https://api.stripe.com', ['http:', 'https:']);
  if (secretKey === undefined && webhookSecret === undefined) return undefined;
  if (secretKey === undefined || webhookSecret === undefined) {
    mistakes.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are needed together');
    return undefined;
  }
  if (!/^(sk|rk)_/.test(secretKey.reveal())) {
    mistakes.push(
      'STRIPE_SECRET_KEY must be a secret or restricted key: it begins with sk_ or rk_',
    );
  }
  if (!webhookSecret.reveal().startsWith('whsec_')) {
    mistakes.push('STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook: whsec_…');
  }
  return { secretKey, webhookSecret, apiUrl };
}
