import { findAppKey } from '#teams/appKeys/findAppKey.ts';
import { listAppKeysInOrder } from '#teams/appKeys/listAppKeysInOrder.ts';
import type { Change } from '#platform/db/changes/Change.ts';
import type { Db } from '#platform/db/Db.ts';
import { findDomainByHost } from '#teams/domains/findDomain.ts';
import { listDomainsInOrder } from '#teams/domains/listDomainsInOrder.ts';
import { findLink } from '#links/finding/findLink.ts';
import { listLinksInOrder, orderOfLink } from '#links/finding/listLinksInOrder.ts';
import { findProject } from '#teams/projects/findProject.ts';
import { findProjectsByScheme } from '#teams/projects/findProjectsByScheme.ts';
import { listProjectsInOrder } from '#teams/projects/listProjectsInOrder.ts';
import { listSchemesInOrder } from '#teams/projects/listSchemesInOrder.ts';

interface Page {
  /** The key where the page before ended; empty for the first page. */
  readonly after: string;
  readonly limit: number;
  /** Only links of this project. */
  readonly projectId?: string | undefined;
}

interface Kind<V extends object> {
  readonly find: (db: Db, key: string) => Promise<V | undefined>;
  /** Some values in the order of their keys. */
  readonly list: (db: Db, page: Page) => Promise<(readonly [key: string, value: V])[]>;
}

const kind = <V extends object>(each: Kind<V>) => each;

/** What the local store has of the database. A store's key is the kind, a space and the key. */
export const KINDS = {
  project: kind({
    find: findProject,
    list: async (db, page) => (await listProjectsInOrder(db, page)).map((each) => [each.id, each]),
  }),
  /** By its name in lower case. */
  scheme: kind({
    async find(db, key) {
      const owners = await findProjectsByScheme(db, key);
      return owners.length > 0 ? { owners: owners.map(({ id }) => ({ id })) } : undefined;
    },
    list: async (db, page) =>
      (await listSchemesInOrder(db, page)).map(({ scheme, owners }) => [scheme, { owners }]),
  }),
  domain: kind({
    find: findDomainByHost,
    list: async (db, page) => (await listDomainsInOrder(db, page)).map((each) => [each.host, each]),
  }),
  /** By the hex SHA-256 of the key's text. */
  key: kind({
    find: findAppKey,
    list: async (db, page) =>
      (await listAppKeysInOrder(db, page)).map(({ hash, ...each }) => [hash, each]),
  }),
  /** By project and slug, with a space between. */
  link: kind({
    find(db, key) {
      const space = key.indexOf(' ');
      return findLink(db, { id: key.slice(0, space) }, { slug: key.slice(space + 1) });
    },
    list: async (db, page) =>
      (await listLinksInOrder(db, page)).map((each) => [orderOfLink(each), each]),
  }),
};

export type KindName = keyof typeof KINDS;
export type ValueOf<K extends KindName> = NonNullable<
  Awaited<ReturnType<(typeof KINDS)[K]['find']>>
>;

interface Affected {
  readonly value?: readonly [kind: KindName, key: string];
  /** Any value may have changed whose key in the store begins with it and a space. */
  readonly scope?: string;
}

/** What may be different in the store after a change. */
export function affectedBy(change: Change): Affected {
  switch (change.kind) {
    case 'link':
      return { value: ['link', `${change.projectId} ${change.slug}`] };
    case 'links':
      return { scope: `link ${change.projectId}` };
    case 'domain':
      return { value: ['domain', change.host] };
    case 'key':
      return { value: ['key', change.hash] };
    case 'project':
      // The change does not say which schemes the project gave up.
      return { value: ['project', change.projectId], scope: 'scheme' };
    default:
      return {};
  }
}
