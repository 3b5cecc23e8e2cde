import { findAppKey } from '../appKeys/findAppKey.ts';
import type { AppKey } from '../appKeys/AppKey.ts';
import type { Db } from '../db/Db.ts';
import type { Domain } from '../domains/Domain.ts';
import { findDomainByHost } from '../domains/findDomain.ts';
import {
  findInstallation,
  findInstallationById,
  findInstallationOfDevice,
} from '../installations/findInstallation.ts';
import type { Installation } from '../installations/Installation.ts';
import { createLoadingCache } from '../lib/createLoadingCache.ts';
import { ensureLongLink, type LongLinkName } from '../links/ensureLongLink.ts';
import { findLink } from '../links/findLink.ts';
import { isSlug } from '../links/isSlug.ts';
import type { Link } from '../links/Link.ts';
import { listLinkedHosts } from '../links/listLinkedHosts.ts';
import { findProject } from '../projects/findProject.ts';
import { findProjectsByScheme } from '../projects/findProjectsByScheme.ts';
import type { Project } from '../projects/Project.ts';

type Maybe<V> = V | null | Promise<V | null>;

/** Hot look-ups answered from memory; absence is remembered too (ADR 4). */
export interface Lookups {
  domain(host: string): Maybe<Domain>;
  project(id: string): Maybe<Project>;
  /** By the hex SHA-256 of the key's text. */
  appKey(hash: string): Maybe<AppKey>;
  link(projectId: string, slug: string): Maybe<Link>;
  /** What long links of a name are counted by; made where there is none yet. */
  longLink(domain: Pick<Domain, 'id' | 'projectId'>, name: LongLinkName): Maybe<Link>;
  /** The hosts to which links of the project lead, as of a minute ago. */
  linkedHosts(projectId: string): Maybe<ReadonlySet<string>>;
  /** The projects whose app answers to a custom scheme: none, the one, or two that stand for several. */
  schemeOwners(scheme: string): Maybe<readonly Project[]>;
  /** By record id, as it was when it was read: only its identity may be believed. So the two below. */
  installation(projectId: string, id: string): Maybe<Installation>;
  /** By the app's own id or the record id. */
  installationNamed(projectId: string, name: string): Maybe<Installation>;
  /** By what `X-Device-Id` may say. */
  installationOfDevice(projectId: string, name: string): Maybe<Installation>;
  /** Takes a change notification of the channel `fairlead_changes`. */
  apply(notification: string): void;
  /** After a gap in the change notifications nothing known may be believed. */
  invalidateAll(): void;
  /** While change notifications do not arrive, entries are believed for a moment only. */
  setListening(listening: boolean): void;
}

/** Milliseconds. The first is the safety net under the change notifications, the second their stand-in. */
const TTL_CONNECTED_MS = 30_000;
const TTL_DISCONNECTED_MS = 500;

/** All links of a project are read for it. Milliseconds. */
const LINKED_HOSTS_FRESH = 60_000;

/**
 * Characters of the longest host and of the longest scheme that anyone has. Longer ones are in no table, and as
 * keys of a cache they would let strangers fill the memory.
 */
const MAX_NAME_LENGTH = 255;

export function createLookups(db: Db): Lookups {
  let listening = false;
  const ttlMs = () => (listening ? TTL_CONNECTED_MS : TTL_DISCONNECTED_MS);
  const orNull = async <V>(found: Promise<V | undefined>) => (await found) ?? null;

  const domains = createLoadingCache<Domain>({
    max: 20_000,
    ttlMs,
    load: (host) => orNull(findDomainByHost(db, host)),
  });
  const projects = createLoadingCache<Project>({
    max: 20_000,
    ttlMs,
    load: (id) => orNull(findProject(db, id)),
  });
  const appKeys = createLoadingCache<AppKey>({
    max: 20_000,
    ttlMs,
    load: (hash) => orNull(findAppKey(db, hash)),
  });
  const links = createLoadingCache<Link>({
    max: 100_000,
    ttlMs,
    load(key) {
      const space = key.indexOf(' ');
      return orNull(findLink(db, { id: key.slice(0, space) }, { slug: key.slice(space + 1) }));
    },
  });

  const schemes = createLoadingCache<readonly Project[]>({
    max: 20_000,
    ttlMs,
    load: (scheme) => findProjectsByScheme(db, scheme),
  });

  const longLinks = createLongLinkCache(db, ttlMs);
  const linkedHosts = createLoadingCache<ReadonlySet<string>>({
    max: 1000,
    ttlMs: () => LINKED_HOSTS_FRESH,
    load: (id) => listLinkedHosts(db, { id }),
  });
  const installations = createInstallationCache(db, ttlMs);

  return {
    domain: (host) => (host.length > MAX_NAME_LENGTH ? null : domains.get(host)),
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
    apply(notification) {
      const space = notification.indexOf(' ');
      const subject = notification.slice(space + 1);
      switch (notification.slice(0, space)) {
        case 'link':
          return links.invalidate(subject);
        case 'links':
          return links.invalidateWhere((key) => key.startsWith(`${subject} `));
        case 'installations':
          return installations.invalidateWhere((key) => key.startsWith(`${subject} `));
        case 'domain':
          return domains.invalidate(subject);
        case 'project':
          // Which schemes the project gave up is not told, and projects change rarely.
          schemes.invalidateAll();
          return projects.invalidate(subject);
        case 'key':
          return appKeys.invalidate(subject);
        default:
          return undefined;
      }
    },
    invalidateAll() {
      for (const cache of [domains, projects, appKeys, links, schemes]) cache.invalidateAll();
      longLinks.invalidateAll();
      linkedHosts.invalidateAll();
      installations.invalidateAll();
    },
    setListening(now) {
      listening = now;
      this.invalidateAll();
    },
  };
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

/** Keys: `<project> <id|name|device> <text>`. An unknown installation may be made at any moment. */
function createInstallationCache(db: Db, ttlMs: () => number) {
  return createLoadingCache<Installation>({
    max: 50_000,
    ttlMs,
    cachesMisses: false,
    async load(key) {
      const [id = '', kind = ''] = key.split(' ', 2);
      const find = INSTALLATION_FINDERS[kind as keyof typeof INSTALLATION_FINDERS];
      return (await find(db, { id }, key.slice(id.length + kind.length + 2))) ?? null;
    },
  });
}
