import { findAppKey } from '../appKeys/findAppKey.ts';
import type { AppKey } from '../appKeys/AppKey.ts';
import type { Change } from '../db/Change.ts';
import type { Db } from '../db/Db.ts';
import { isUnavailable } from '../db/isUnavailable.ts';
import type { LocalStore } from '../db/openLocalStore.ts';
import type { Domain } from '../domains/Domain.ts';
import { findDomainByHost, findDomainById } from '../domains/findDomain.ts';
import { listVerifiedDomains } from '../domains/listVerifiedDomains.ts';
import {
  findInstallation,
  findInstallationById,
  findInstallationOfDevice,
} from '../installations/findInstallation.ts';
import type { Installation } from '../installations/Installation.ts';
import { createLoadingCache } from '../lib/createLoadingCache.ts';
import { Problem } from '../lib/Problem.ts';
import type { CopiedKind, CopyReader, Looked } from './createCopyReader.ts';
import { LINKED_HOSTS_FRESH_MS } from '../links/appLinks.ts';
import { ensureLongLink, type LongLinkName } from '../links/ensureLongLink.ts';
import { findLink } from '../links/findLink.ts';
import { isSlug } from '../links/isSlug.ts';
import type { Link } from '../links/Link.ts';
import { listLinkedHosts } from '../links/listLinkedHosts.ts';
import { findProject } from '../projects/findProject.ts';
import { findProjectsByScheme } from '../projects/findProjectsByScheme.ts';
import type { Project } from '../projects/Project.ts';

type Maybe<V> = V | null | Promise<V | null>;

/** Hot lookups answered from memory; misses are cached too (ADR 4). */
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
  schemeOwners(scheme: string): Maybe<readonly Project[]>;
  /** By record id, as it was when read: only its identity can be trusted. The same goes for the two below. */
  installation(projectId: string, id: string): Maybe<Installation>;
  /** By the app's own id or the record id. */
  installationNamed(projectId: string, name: string): Maybe<Installation>;
  /** By what `X-Device-Id` may contain. */
  installationOfDevice(projectId: string, name: string): Maybe<Installation>;
  /** Invalidates the cached entries that a change affects. `transaction`: the one that made it, if it is known. */
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
  readonly copy?: CopyReader | undefined;
  /** How long links are answered as last known while no changes are heard of; 0: without limit. Milliseconds. */
  readonly maxAgeMs?: number;
}

const TOO_OLD =
  'The links of this machine are older than LINK_COPY_MAX_AGE; please try again once it reaches the database';

/** Milliseconds. The first is a safety net in addition to changes, the second replaces them. */
const TTL_CONNECTED_MS = 30_000;
const TTL_DISCONNECTED_MS = 500;

/** A lookup that takes longer does not hold up a visitor whose link is in a copy of this machine. */
const SLOW_MS = 100;

/**
 * Length of the longest possible host and scheme. Longer ones are in no table, and as cache keys they would let
 * strangers fill the memory.
 */
const MAX_NAME_LENGTH = 255;

// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function createLookups(db: Db, { store, copy, maxAgeMs = 0 }: LookupsOptions = {}): Lookups {
  let listening = false;
  /** Milliseconds since the epoch: until then every change has been heard of. */
  let heardUntil = store?.copy.state()?.readAt || Date.now();
  let position = 0;
  const ttlMs = () => (listening ? TTL_CONNECTED_MS : TTL_DISCONNECTED_MS);
  const { ask: askDatabase, isAway, close: closeBreaker } = createBreaker();

  /**
   * Results are also stored on this machine, for when the database is down and the process has been restarted. A
   * complete copy of this machine answers in its place while it is current.
   */
  function createKeptCache<V extends object>(
    kind: CopiedKind,
    max: number,
    find: (key: string) => Promise<V | undefined>,
  ) {
    return createLoadingCache<V>({
      max,
      ttlMs,
      async load(key) {
        // Not the one that is reached meanwhile: what it stands for may have been read too early.
        const heard = position;
        const copied = copy?.look(kind, key);
        const answer = copied && answerOf(copied);
        // It was stored by this release, from a value of this type.
        if (answer !== undefined) return answer as V | null;
        const asked = askDatabase(() => find(key));
        const found = await (!listening && copied?.value ? soon(asked) : asked);
        if (found === undefined) store?.drop(`${kind} ${key}`);
        else if (!copied?.complete) store?.keep(`${kind} ${key}`, found, heard);
        return found ?? null;
      },
      lastKnown: (key) => findLastKnown(kind, key) as V | undefined,
    });
  }

  /** What the copy says in place of the database; undefined if the database has to be asked. */
  function answerOf({ trusted, complete, value }: Looked): object | null | undefined {
    if (trusted) return value ?? null;
    // The last known value, without the detour over a failure. It would be kept for long where changes are heard of.
    return complete && !listening && isAway() ? value : undefined;
  }

  function findLastKnown(kind: CopiedKind, key: string): unknown {
    const copied = copy?.look(kind, key);
    return copied?.complete ? copied.value : (store?.find(`${kind} ${key}`) ?? copied?.value);
  }

  const domains = createKeptCache<Domain>('domain', 20_000, (host) => findDomainByHost(db, host));
  // Used only for creating and showing links, which needs the database anyway.
  const domainsById = createLoadingCache<Domain>({
    max: 20_000,
    ttlMs,
    cachesMisses: false,
    load: async (id) => (await askDatabase(() => findDomainById(db, id))) ?? null,
  });
  const domainsOfProjects = createLoadingCache<readonly Domain[]>({
    max: 20_000,
    ttlMs,
    load: (id) => askDatabase(() => listVerifiedDomains(db, { id })),
  });
  const projects = createKeptCache<Project>('project', 20_000, (id) => findProject(db, id));
  const appKeys = createKeptCache<AppKey>('key', 20_000, (hash) => findAppKey(db, hash));
  const links = createKeptCache<Link>('link', 100_000, (key) => {
    const space = key.indexOf(' ');
    return findLink(db, { id: key.slice(0, space) }, { slug: key.slice(space + 1) });
  });
  const schemes = createKeptCache<readonly Project[]>('scheme', 20_000, (scheme) =>
    findProjectsByScheme(db, scheme),
  );

  const longLinks = createLongLinkCache(db, ttlMs);
  const linkedHosts = createLoadingCache<ReadonlySet<string>>({
    max: 1000,
    ttlMs: () => LINKED_HOSTS_FRESH_MS,
    load: (id) => listLinkedHosts(db, { id }),
  });
  const installations = createInstallationCache({ db, ttlMs, askDatabase });

  return {
    domain(host) {
      // Every visit begins here.
      const isTooOld = !listening && maxAgeMs > 0 && Date.now() - heardUntil > maxAgeMs;
      if (isTooOld) return Promise.reject(new Problem('UNAVAILABLE', TOO_OLD));
      return host.length > MAX_NAME_LENGTH ? null : domains.get(host);
    },
    domainById: (id) => domainsById.get(id),
    domainsOf: (projectId) => domainsOfProjects.get(projectId),
    project: (id) => projects.get(id),
    appKey: (hash) => appKeys.get(hash),
    link: (projectId, slug) => (isSlug(slug) ? links.get(`${projectId} ${slug}`) : null),
    longLink: (domain, { host, campaign }) =>
      longLinks.get([domain.id, domain.projectId, host, campaign].join(' ')),
    linkedHosts: (projectId) => linkedHosts.get(projectId),
    schemeOwners: (scheme) =>
      scheme.length > MAX_NAME_LENGTH ? null : schemes.get(scheme.toLowerCase()),
    installation: (projectId, id) => installations.get(`${projectId} id ${id}`),
    installationNamed: (projectId, name) => installations.get(`${projectId} name ${name}`),
    installationOfDevice: (projectId, name) => installations.get(`${projectId} device ${name}`),
    apply(change, transaction) {
      if (change.kind !== 'installations') copy?.hear(nameOf(change));
      switch (change.kind) {
        // Anything deleted, revoked or transferred must not come back from the local store. A project stays
        // until it is read again: without it, none of its links could be answered.
        case 'link':
          store?.drop(`link ${change.projectId} ${change.slug}`, transaction);
          return links.invalidate(`${change.projectId} ${change.slug}`);
        case 'links':
          return links.invalidateWhere((key) => key.startsWith(`${change.projectId} `));
        case 'installations':
          return installations.invalidateWhere((key) => key.startsWith(`${change.projectId} `));
        case 'domain':
          store?.drop(`domain ${change.host}`, transaction);
          return domains.invalidate(change.host);
        case 'key':
          store?.drop(`key ${change.hash}`, transaction);
          return appKeys.invalidate(change.hash);
        case 'project':
          // The change does not say which schemes the project gave up, and projects change rarely.
          schemes.invalidateAll();
          // A change of a domain also affects its project.
          domainsOfProjects.invalidate(change.projectId);
          return projects.invalidate(change.projectId);
      }
    },
    setPosition(reached) {
      if (position === 0 || reached < position) store?.distrustAbove(reached);
      position = reached;
      copy?.tidy();
    },
    invalidateAll() {
      copy?.hearAll();
      for (const cache of [domains, domainsById, domainsOfProjects, projects])
        cache.invalidateAll();
      for (const cache of [appKeys, links, schemes, installations]) cache.invalidateAll();
      longLinks.invalidateAll();
      linkedHosts.invalidateAll();
    },
    setListening(now) {
      if (listening && !now) heardUntil = Date.now();
      listening = now;
      if (listening) closeBreaker();
      this.invalidateAll();
    },
  };
}

/** As keys and scopes of the copy begin. */
function nameOf(change: Exclude<Change, { kind: 'installations' }>): string {
  switch (change.kind) {
    case 'link':
      return `link ${change.projectId} ${change.slug}`;
    case 'links':
      return `link ${change.projectId}`;
    case 'domain':
      return `domain ${change.host}`;
    case 'key':
      return `key ${change.hash}`;
    case 'project':
      return `project ${change.projectId}`;
    default:
      return change satisfies never;
  }
}

/** The result, or an error if it takes long and there is something to use in its place; the work continues. */
async function soon<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('The database is slow')), SLOW_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

/** Keys: `<domain> <project> <host> <campaign>`; the last may have spaces itself. */
function createLongLinkCache(db: Db, ttlMs: () => number) {
  return createLoadingCache<Link>({
    max: 20_000,
    ttlMs,
    load(key) {
      const [id = '', projectId = '', host = ''] = key.split(' ', 3);
      const campaign = key.slice(id.length + projectId.length + host.length + 3);
      return ensureLongLink(db, { id, projectId }, { host, campaign });
    },
  });
}

const INSTALLATION_FINDERS = {
  id: findInstallationById,
  name: findInstallation,
  device: findInstallationOfDevice,
} as const;

type Ask = <T>(ask: () => Promise<T>) => Promise<T>;

interface Breaker {
  readonly ask: Ask;
  /** It would fail now without asking. */
  readonly isAway: () => boolean;
  /** The database is known to be back. */
  readonly close: () => void;
}

/** How long a database that was down is not asked again. */
const AWAY_MS = 500;

/** While the database is down, an occasional lookup tries it, and the others fail immediately. */
function createBreaker(): Breaker {
  let away: { readonly until: number; readonly error: unknown } | null = null;
  const failure = () => (away !== null && performance.now() < away.until ? away : null);
  return {
    isAway: () => failure() !== null,
    close: () => void (away = null),
    async ask(ask) {
      const failing = failure();
      if (failing) throw failing.error;
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

interface InstallationCache {
  readonly db: Db;
  readonly ttlMs: () => number;
  readonly askDatabase: Ask;
}

/** Keys: `<project> <id|name|device> <text>`. An unknown installation may be created at any moment. */
function createInstallationCache({ db, ttlMs, askDatabase }: InstallationCache) {
  return createLoadingCache<Installation>({
    max: 50_000,
    ttlMs,
    cachesMisses: false,
    async load(key) {
      const [id = '', kind = ''] = key.split(' ', 2);
      const find = INSTALLATION_FINDERS[kind as keyof typeof INSTALLATION_FINDERS];
      const name = key.slice(id.length + kind.length + 2);
      return (await askDatabase(() => find(db, { id }, name))) ?? null;
    },
  });
}
