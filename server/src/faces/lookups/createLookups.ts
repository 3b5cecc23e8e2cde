import type { AppKey } from '#teams/appKeys/AppKey.ts';
import type { Change } from '#platform/db/changes/Change.ts';
import type { Db } from '#platform/db/Db.ts';
import { isUnavailable } from '#platform/db/connections/isUnavailable.ts';
import type { LocalStore } from '#platform/db/local/openLocalStore.ts';
import type { Domain } from '#teams/domains/Domain.ts';
import { findDomainById } from '#teams/domains/findDomain.ts';
import { listVerifiedDomains } from '#teams/domains/listVerifiedDomains.ts';
import {
  findInstallation,
  findInstallationById,
  findInstallationOfDevice,
} from '#apps/installations/findInstallation.ts';
import type { Installation } from '#apps/installations/Installation.ts';
import { createLoadingCache } from '#platform/lib/createLoadingCache.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { countPhones, type PhoneCount, PHONES_FRESH_MS } from '#apps/builds/countPhones.ts';
import { LINKED_HOSTS_FRESH_MS } from '#links/creating/appLinks.ts';
import { ensureLongLink, type LongLinkName } from '#links/longLinks/ensureLongLink.ts';
import { isSlug } from '#links/link/isSlug.ts';
import type { Link } from '#links/link/Link.ts';
import { listLinkedHosts } from '#links/finding/listLinkedHosts.ts';
import type { Project } from '#teams/projects/Project.ts';
import { affectedBy, type KindName, KINDS, type ValueOf } from './kinds.ts';

type Maybe<V> = V | null | Promise<V | null>;

/** Hot lookups, from memory, this machine's disk or the database; misses are cached too (docs/look-ups.md). */
export interface Lookups {
  domain(host: string): Maybe<Domain>;
  /** By its id, verified or not: for the host of a link. */
  domainById(id: string): Maybe<Domain>;
  /** A project's verified domains, the primary one first. */
  domainsOf(projectId: string): Maybe<readonly Domain[]>;
  project(id: string): Maybe<Project>;
  /** By the hex SHA-256 of the key's text. */
  appKey(hash: string): Maybe<AppKey>;
  link(projectId: string, slug: string): Maybe<Link>;
  /** The hidden link by which long links of a name are counted; created if there is none yet. */
  longLink(domain: Pick<Domain, 'id' | 'projectId'>, name: LongLinkName): Maybe<Link>;
  /** The hosts that the project's links lead to, at most a minute old. */
  linkedHosts(projectId: string): Maybe<ReadonlySet<string>>;
  /** The phones of a project's app by build, at most `PHONES_FRESH_MS` old. */
  phonesOf(projectId: string): Maybe<readonly PhoneCount[]>;
  /** The projects whose app uses a custom scheme: none, one, or two to represent several. */
  schemeOwners(scheme: string): Maybe<ValueOf<'scheme'>>;
  /** By record id, as it was when read: only its identity can be trusted. The same goes for the two below. */
  installation(projectId: string, id: string): Maybe<Installation>;
  /** By the app's own id or the record id. */
  installationNamed(projectId: string, name: string): Maybe<Installation>;
  /** By what `X-Device-Id` may contain. */
  installationOfDevice(projectId: string, name: string): Maybe<Installation>;
  /** What a change affects is looked up again. */
  apply(change: Change): void;
  /** After a gap in the changes, no cached entry can be trusted. */
  invalidateAll(): void;
  /** While changes do not arrive, entries are trusted only briefly. */
  setListening(listening: boolean): void;
}

interface LookupsOptions {
  readonly store?: LocalStore | undefined;
  /** How long links are answered as last known while no changes are heard of; 0: without limit. Milliseconds. */
  readonly maxAgeMs?: number;
}

const TOO_OLD =
  'The links of this machine are older than LINK_COPY_MAX_AGE; please try again once it reaches the database';

/**
 * Length of the longest possible host and scheme. Longer ones are in no table, and as cache keys they would let
 * strangers fill the memory.
 */
const MAX_NAME_LENGTH = 255;

export function createLookups(db: Db, { store, maxAgeMs = 0 }: LookupsOptions = {}): Lookups {
  let listening = false;
  /** Milliseconds since the epoch: until then every change has been heard of. */
  let heardUntil = store?.copy.state()?.readAt || Date.now();
  const database = createBreaker();
  const caches = createCaches({ db, database, store, isListening: () => listening });
  const { stored, installations } = caches;
  return {
    domain(host) {
      // Every visit begins here.
      const isTooOld = !listening && maxAgeMs > 0 && Date.now() - heardUntil > maxAgeMs;
      if (isTooOld) return Promise.reject(new Problem('UNAVAILABLE', TOO_OLD));
      return host.length > MAX_NAME_LENGTH ? null : stored.domain.get(host);
    },
    domainById: (id) => caches.domainsById.get(id),
    domainsOf: (projectId) => caches.domainsOfProjects.get(projectId),
    project: (id) => stored.project.get(id),
    appKey: (hash) => stored.key.get(hash),
    link: (projectId, slug) => (isSlug(slug) ? stored.link.get(`${projectId} ${slug}`) : null),
    longLink: (domain, { host, campaign }) =>
      caches.longLinks.get([domain.id, domain.projectId, host, campaign].join(' ')),
    phonesOf: (projectId) => caches.phones.get(projectId),
    linkedHosts: (projectId) => caches.linkedHosts.get(projectId),
    schemeOwners: (scheme) =>
      scheme.length > MAX_NAME_LENGTH ? null : stored.scheme.get(scheme.toLowerCase()),
    installation: (projectId, id) => installations.get(`${projectId} id ${id}`),
    installationNamed: (projectId, name) => installations.get(`${projectId} name ${name}`),
    installationOfDevice: (projectId, name) => installations.get(`${projectId} device ${name}`),
    apply: (change) => applyChange(caches, store, change),
    invalidateAll: () => invalidateAll(caches, store),
    setListening(now) {
      if (listening && !now) heardUntil = Date.now();
      listening = now;
      if (listening) database.close();
      invalidateAll(caches, store);
    },
  };
}

function applyChange(caches: Caches, store: LocalStore | undefined, change: Change): void {
  const { value, scope } = affectedBy(change);
  if (value !== undefined) {
    const [kind, key] = value;
    // In the store a project stays until it is read again: without it, none of its links could be answered.
    if (kind === 'project') store?.hearOf(kind);
    // Anything deleted, revoked or transferred must not come back from there.
    else store?.hear(`${kind} ${key}`);
    caches.stored[kind].invalidate(key);
  }
  if (scope !== undefined) {
    store?.hearOf(scope);
    const [kind, projectId = ''] = scope.split(' ') as [KindName, string?];
    caches.stored[kind].invalidateWhere((key) => key.startsWith(projectId));
  }
  // A change of a domain also affects its project.
  if (change.kind === 'project') caches.domainsOfProjects.invalidate(change.projectId);
  if (change.kind === 'installations') {
    caches.installations.invalidateWhere((key) => key.startsWith(`${change.projectId} `));
  }
}

function invalidateAll({ stored, ...others }: Caches, store: LocalStore | undefined): void {
  for (const kind of Object.keys(stored)) store?.hearOf(kind);
  for (const cache of [...Object.values(stored), ...Object.values(others)])
    cache.invalidateWhere(() => true);
}

interface Dependencies {
  readonly db: Db;
  readonly database: ReturnType<typeof createBreaker>;
  readonly store: LocalStore | undefined;
  readonly isListening: () => boolean;
}

type Caches = ReturnType<typeof createCaches>;

/** Milliseconds. The first is a safety net in addition to changes, the second replaces them. */
const TTL_CONNECTED_MS = 30_000;
const TTL_DISCONNECTED_MS = 500;

const ttlOf = (isListening: () => boolean) => () =>
  isListening() ? TTL_CONNECTED_MS : TTL_DISCONNECTED_MS;

const INSTALLATION_FINDERS = {
  id: findInstallationById,
  name: findInstallation,
  device: findInstallationOfDevice,
} as const;

/** What processes keep in memory. */
function createCaches(dependencies: Dependencies) {
  const { db, database } = dependencies;
  const ttlMs = ttlOf(dependencies.isListening);
  return {
    stored: {
      domain: createStoredCache(dependencies, 'domain', 20_000),
      project: createStoredCache(dependencies, 'project', 20_000),
      key: createStoredCache(dependencies, 'key', 20_000),
      link: createStoredCache(dependencies, 'link', 100_000),
      scheme: createStoredCache(dependencies, 'scheme', 20_000),
    },
    // Used only for creating and showing links, which needs the database anyway.
    domainsById: createLoadingCache<Domain>({
      max: 20_000,
      ttlMs,
      cachesMisses: false,
      load: async (id) => (await database.ask(() => findDomainById(db, id))) ?? null,
    }),
    domainsOfProjects: createLoadingCache<readonly Domain[]>({
      max: 20_000,
      ttlMs,
      load: (id) => database.ask(() => listVerifiedDomains(db, { id })),
    }),
    /** Keys: `<domain> <project> <host> <campaign>`; the last may have spaces itself. */
    longLinks: createLoadingCache<Link>({
      max: 20_000,
      ttlMs,
      load(key) {
        const [id = '', projectId = '', host = '', campaign = ''] = splitKey(key, 4);
        return ensureLongLink(db, { id, projectId }, { host, campaign });
      },
    }),
    linkedHosts: createLoadingCache<ReadonlySet<string>>({
      max: 1000,
      ttlMs: () => LINKED_HOSTS_FRESH_MS,
      load: (id) => listLinkedHosts(db, { id }),
    }),
    phones: createLoadingCache<readonly PhoneCount[]>({
      max: 1000,
      ttlMs: () => PHONES_FRESH_MS,
      load: (id) => countPhones(db, { id }),
    }),
    /** Keys: `<project> <id|name|device> <text>`. An unknown installation may be created at any moment. */
    installations: createLoadingCache<Installation>({
      max: 50_000,
      ttlMs,
      cachesMisses: false,
      async load(key) {
        const [id = '', by = '', name = ''] = splitKey(key, 3);
        const find = INSTALLATION_FINDERS[by as keyof typeof INSTALLATION_FINDERS];
        return (await database.ask(() => find(db, { id }, name))) ?? null;
      },
    }),
  };
}

/** In front of the local store, which has what was looked up, or everything. */
function createStoredCache<K extends KindName>(dependencies: Dependencies, kind: K, max: number) {
  type Value = ValueOf<K>;
  const { db, database, store, isListening } = dependencies;
  const find = KINDS[kind].find as (db: Db, key: string) => Promise<Value | undefined>;
  return createLoadingCache<Value>({
    max,
    ttlMs: ttlOf(isListening),
    // It was stored by this release, from a value of this type.
    nearby: (key) => store?.current(`${kind} ${key}`) as Value | null | undefined,
    load: async (key) => (await database.ask(() => find(db, key))) ?? null,
    onLoaded(key, value) {
      // A process that hears of no change cannot know whether the value is still true by the time it is stored.
      if (isListening()) store?.keep(`${kind} ${key}`, value ?? undefined);
    },
    lastKnown: (key, reason) =>
      reason === 'slow' && isListening()
        ? undefined
        : (store?.find(`${kind} ${key}`) as Value | undefined),
  });
}

/** The last part may have spaces itself. */
function splitKey(key: string, count: number): string[] {
  const parts = key.split(' ');
  return [...parts.slice(0, count - 1), parts.slice(count - 1).join(' ')];
}

/** How long a database that was down is not asked again. */
const AWAY_MS = 500;

/** While the database is down, an occasional lookup tries it, and the others fail immediately. */
function createBreaker() {
  let away: { readonly until: number; readonly error: unknown } | null = null;
  return {
    /** The database is known to be back. */
    close: () => void (away = null),
    async ask<T>(ask: () => Promise<T>): Promise<T> {
      if (away !== null && performance.now() < away.until) throw away.error;
      try {
        const found = await ask();
        away = null;
        return found;
      } catch (error) {
        if (isUnavailable(error)) away = { until: performance.now() + AWAY_MS, error };
        throw error;
      }
    },
  };
}
