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
import { findLink } from '../links/findLink.ts';
import { isSlug } from '../links/isSlug.ts';
import type { Link } from '../links/Link.ts';
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
  /** The projects whose app answers to a custom scheme: none, the one, or two that stand for several. */
  schemeOwners(scheme: string): Maybe<readonly Project[]>;
  /** By record id, as it was when it was read: only its identity may be believed. So the two below. */
  installation(projectId: string, id: string): Maybe<Installation>;
  /** By the app's own id or the record id. */
  installationNamed(projectId: string, name: string): Maybe<Installation>;
  /** By what `X-Device-Id` may say. */
  installationOfDevice(projectId: string, name: string): Maybe<Installation>;
  /** Takes an announcement of the channel `fairlead_changes`. */
  apply(announcement: string): void;
  /** After a gap in the announcements nothing known may be believed. */
  forgetAll(): void;
  /** While announcements do not arrive, entries are believed for a moment only. */
  setListening(listening: boolean): void;
}

/** Milliseconds. The first is the safety net under the announcements, the second their stand-in. */
const FRESH_LISTENING = 30_000;
const FRESH_DEAF = 500;

/**
 * Characters of the longest host and of the longest scheme that anybody has. Longer ones are in no table, and as
 * keys of a cache they would let strangers fill the memory.
 */
const LONGEST_NAME = 255;

export function createLookups(db: Db): Lookups {
  let listening = false;
  const freshForMs = () => (listening ? FRESH_LISTENING : FRESH_DEAF);
  const orNull = async <V>(found: Promise<V | undefined>) => (await found) ?? null;

  const domains = createLoadingCache<Domain>({
    max: 20_000,
    freshForMs,
    load: (host) => orNull(findDomainByHost(db, host)),
  });
  const projects = createLoadingCache<Project>({
    max: 20_000,
    freshForMs,
    load: (id) => orNull(findProject(db, id)),
  });
  const appKeys = createLoadingCache<AppKey>({
    max: 20_000,
    freshForMs,
    load: (hash) => orNull(findAppKey(db, hash)),
  });
  const links = createLoadingCache<Link>({
    max: 100_000,
    freshForMs,
    load(key) {
      const space = key.indexOf(' ');
      return orNull(findLink(db, { id: key.slice(0, space) }, { slug: key.slice(space + 1) }));
    },
  });

  const schemes = createLoadingCache<readonly Project[]>({
    max: 20_000,
    freshForMs,
    load: (scheme) => findProjectsByScheme(db, scheme),
  });

  const installations = createInstallationCache(db, freshForMs);

  return {
    domain: (host) => (host.length > LONGEST_NAME ? null : domains.get(host)),
    project: (id) => projects.get(id),
    appKey: (hash) => appKeys.get(hash),
    link: (projectId, slug) => (isSlug(slug) ? links.get(`${projectId} ${slug}`) : null),
    schemeOwners: (scheme) =>
      scheme.length > LONGEST_NAME ? null : schemes.get(scheme.toLowerCase()),
    installation: (projectId, id) => installations.get(`${projectId} id ${id}`),
    installationNamed: (projectId, name) => installations.get(`${projectId} name ${name}`),
    installationOfDevice: (projectId, name) => installations.get(`${projectId} device ${name}`),
    apply(announcement) {
      const space = announcement.indexOf(' ');
      const subject = announcement.slice(space + 1);
      switch (announcement.slice(0, space)) {
        case 'link':
          return links.forget(subject);
        case 'links':
          return links.forgetWhere((key) => key.startsWith(`${subject} `));
        case 'installations':
          return installations.forgetWhere((key) => key.startsWith(`${subject} `));
        case 'domain':
          return domains.forget(subject);
        case 'project':
          // Which schemes the project gave up is not told, and projects change rarely.
          schemes.forgetAll();
          return projects.forget(subject);
        case 'key':
          return appKeys.forget(subject);
        default:
          return undefined;
      }
    },
    forgetAll() {
      for (const cache of [domains, projects, appKeys, links, schemes]) cache.forgetAll();
      installations.forgetAll();
    },
    setListening(now) {
      listening = now;
      this.forgetAll();
    },
  };
}

const INSTALLATION_FINDERS = {
  id: findInstallationById,
  name: findInstallation,
  device: findInstallationOfDevice,
} as const;

/** Keys: `<project> <id|name|device> <text>`. An unknown installation may be made at any moment. */
function createInstallationCache(db: Db, freshForMs: () => number) {
  return createLoadingCache<Installation>({
    max: 50_000,
    freshForMs,
    keepsAbsence: false,
    async load(key) {
      const [id = '', kind = ''] = key.split(' ', 2);
      const find = INSTALLATION_FINDERS[kind as keyof typeof INSTALLATION_FINDERS];
      return (await find(db, { id }, key.slice(id.length + kind.length + 2))) ?? null;
    },
  });
}
