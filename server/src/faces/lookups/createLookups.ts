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
import { LINKED_HOSTS_FRESH_MS } from '#links/creating/appLinks.ts';
import { ensureLongLink, type LongLinkName } from '#links/longLinks/ensureLongLink.ts';
import { isSlug } from '#links/link/isSlug.ts';
import type { Link } from '#links/link/Link.ts';
import { listLinkedHosts } from '#links/finding/listLinkedHosts.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type KindName, KINDS, type ValueOf } from './kinds.ts';

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
  /** The projects whose app uses a custom scheme: none, one, or two to represent several. */
  schemeOwners(scheme: string): Maybe<ValueOf<'scheme'>>;
  /** By record id, as it was when read: only its identity can be trusted. The same goes for the two below. */
  installation(projectId: string, id: string): Maybe<Installation>;
  /** By the app's own id or the record id. */
  installationNamed(projectId: string, name: string): Maybe<Installation>;
  /** By what `X-Device-Id` may contain. */
  installationOfDevice(projectId: string, name: string): Maybe<Installation>;
  /** What a change affects is looked up again. `transaction`: the one that made it, if it is known. */
  apply(change: Change, transaction?: number): void;
  /** All changes of transactions below it have been applied. */
  setPosition(position: number): void;
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

/** Milliseconds. The first is a safety net in addition to changes, the second replaces them. */
const TTL_CONNECTED_MS = 30_000;
const TTL_DISCONNECTED_MS = 500;

/**
 * Length of the longest possible host and scheme. Longer ones are in no table, and as cache keys they would let
 * strangers fill the memory.
 */
const MAX_NAME_LENGTH = 255;

const INSTALLATION_FINDERS = {
  id: findInstallationById,
  name: findInstallation,
  device: findInstallationOfDevice,
} as const;

// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function createLookups(db: Db, { store, maxAgeMs = 0 }: LookupsOptions = {}): Lookups {
  let listening = false;
  /** Milliseconds since the epoch: until then every change has been heard of. */
  let heardUntil = store?.copy.state()?.readAt || Date.now();
  let position = 0;
  const ttlMs = () => (listening ? TTL_CONNECTED_MS : TTL_DISCONNECTED_MS);
  const database = createBreaker();

  function createStoredCache<K extends KindName>(kind: K, max: number) {
    type Value = ValueOf<K>;
    const find = KINDS[kind].find as (db: Db, key: string) => Promise<Value | undefined>;
    return createLoadingCache<Value>({
      max,
      ttlMs,
      // It was stored by this release, from a value of this type.
      nearby: (key) => store?.current(`${kind} ${key}`) as Value | null | undefined,
      async load(key) {
        // Not the one that is reached meanwhile: what it stands for may have been read too early.
        const heard = position;
        const found = await database.ask(() => find(db, key));
        store?.keep(`${kind} ${key}`, found, heard);
        return found ?? null;
      },
      lastKnown: (key, reason) =>
        reason === 'slow' && listening
          ? undefined
          : (store?.find(`${kind} ${key}`) as Value | undefined),
    });
  }

  const stored = {
    domain: createStoredCache('domain', 20_000),
    project: createStoredCache('project', 20_000),
    key: createStoredCache('key', 20_000),
    link: createStoredCache('link', 100_000),
    scheme: createStoredCache('scheme', 20_000),
  };
  // Used only for creating and showing links, which needs the database anyway.
  const domainsById = createLoadingCache<Domain>({
    max: 20_000,
    ttlMs,
    cachesMisses: false,
    load: async (id) => (await database.ask(() => findDomainById(db, id))) ?? null,
  });
  const domainsOfProjects = createLoadingCache<readonly Domain[]>({
    max: 20_000,
    ttlMs,
    load: (id) => database.ask(() => listVerifiedDomains(db, { id })),
  });
  /** Keys: `<domain> <project> <host> <campaign>`; the last may have spaces itself. */
  const longLinks = createLoadingCache<Link>({
    max: 20_000,
    ttlMs,
    load(key) {
      const [id = '', projectId = '', host = '', campaign = ''] = splitKey(key, 4);
      return ensureLongLink(db, { id, projectId }, { host, campaign });
    },
  });
  const linkedHosts = createLoadingCache<ReadonlySet<string>>({
    max: 1000,
    ttlMs: () => LINKED_HOSTS_FRESH_MS,
    load: (id) => listLinkedHosts(db, { id }),
  });
  /** Keys: `<project> <id|name|device> <text>`. An unknown installation may be created at any moment. */
  const installations = createLoadingCache<Installation>({
    max: 50_000,
    ttlMs,
    cachesMisses: false,
    async load(key) {
      const [id = '', by = '', name = ''] = splitKey(key, 3);
      const find = INSTALLATION_FINDERS[by as keyof typeof INSTALLATION_FINDERS];
      return (await database.ask(() => find(db, { id }, name))) ?? null;
    },
  });
  const caches = [domainsById, domainsOfProjects, longLinks, linkedHosts, installations];

  function change(kind: 'domain' | 'key' | 'link', key: string, transaction?: number): void {
    // Anything deleted, revoked or transferred must not come back from the local store.
    store?.hear(`${kind} ${key}`, transaction);
    stored[kind].invalidate(key);
  }

  return {
    domain(host) {
      // Every visit begins here.
      const isTooOld = !listening && maxAgeMs > 0 && Date.now() - heardUntil > maxAgeMs;
      if (isTooOld) return Promise.reject(new Problem('UNAVAILABLE', TOO_OLD));
      return host.length > MAX_NAME_LENGTH ? null : stored.domain.get(host);
    },
    domainById: (id) => domainsById.get(id),
    domainsOf: (projectId) => domainsOfProjects.get(projectId),
    project: (id) => stored.project.get(id),
    appKey: (hash) => stored.key.get(hash),
    link: (projectId, slug) => (isSlug(slug) ? stored.link.get(`${projectId} ${slug}`) : null),
    longLink: (domain, { host, campaign }) =>
      longLinks.get([domain.id, domain.projectId, host, campaign].join(' ')),
    linkedHosts: (projectId) => linkedHosts.get(projectId),
    schemeOwners: (scheme) =>
      scheme.length > MAX_NAME_LENGTH ? null : stored.scheme.get(scheme.toLowerCase()),
    installation: (projectId, id) => installations.get(`${projectId} id ${id}`),
    installationNamed: (projectId, name) => installations.get(`${projectId} name ${name}`),
    installationOfDevice: (projectId, name) => installations.get(`${projectId} device ${name}`),
    apply(changed, transaction) {
      switch (changed.kind) {
        case 'link':
          return change('link', `${changed.projectId} ${changed.slug}`, transaction);
        case 'domain':
          return change('domain', changed.host, transaction);
        case 'key':
          return change('key', changed.hash, transaction);
        case 'links':
          store?.hearOf(`link ${changed.projectId}`);
          return stored.link.invalidateWhere((key) => key.startsWith(`${changed.projectId} `));
        case 'installations':
          return installations.invalidateWhere((key) => key.startsWith(`${changed.projectId} `));
        case 'project':
          // In the store it stays until it is read again: without it, none of its links could be answered.
          store?.hearOf('project');
          // The change does not say which schemes the project gave up, and projects change rarely.
          store?.hearOf('scheme');
          stored.scheme.invalidateAll();
          // A change of a domain also affects its project.
          domainsOfProjects.invalidate(changed.projectId);
          return stored.project.invalidate(changed.projectId);
      }
    },
    setPosition(reached) {
      if (position === 0 || reached < position) store?.distrustAbove(reached);
      position = reached;
    },
    invalidateAll() {
      store?.hearOf();
      for (const cache of [...Object.values(stored), ...caches]) cache.invalidateAll();
    },
    setListening(now) {
      if (listening && !now) heardUntil = Date.now();
      listening = now;
      if (listening) database.close();
      this.invalidateAll();
    },
  };
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
