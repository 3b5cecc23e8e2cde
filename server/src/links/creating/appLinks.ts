import { DESTINATION_FIELDS } from '@fairlead/contract/destinationFields';
import { finding } from '@fairlead/contract/finding';
import type { Db } from '#platform/db/Db.ts';
import type { Domain } from '#teams/domains/Domain.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '#teams/projects/Project.ts';
import { isListedHost } from '../link/hostRule.ts';
import { listLinkedHosts } from '../finding/listLinkedHosts.ts';
import type { NewLink } from '../link/NewLink.ts';

export interface LinkedHosts {
  /** The hosts that links of the project lead to, at most `LINKED_HOSTS_FRESH_MS` old. */
  linkedHosts(projectId: string): ReadonlySet<string> | null | Promise<ReadonlySet<string> | null>;
}

export const LINKED_HOSTS_FRESH_MS = 60_000;

const APPLE_HOSTS: ReadonlySet<string> = new Set(['apps.apple.com', 'itunes.apple.com']);
const PLAY_HOST = 'play.google.com';
const STORE_SCHEMES: ReadonlySet<string> = new Set(['market:', 'itms-apps:', 'itms-appss:']);

/**
 * Rule: credentials 13: anyone can read the key of an app, so its links lead only where the project allows. Throws
 * FORBIDDEN naming each field that does not. For fields that passed `checkNewLink`.
 */
export async function checkAppLink(
  { db, lookups }: { readonly db: Db; readonly lookups: LinkedHosts },
  project: Project,
  domains: readonly Domain[],
  input: NewLink,
): Promise<void> {
  if (project.appLinks === 'any') return;
  if (project.appLinks === 'none') {
    const message =
      'The project setting "appLinks" is "none": links are made with a secret key or in the dashboard; set it to "listed" to let apps make some';
    throw new Problem('FORBIDDEN', message);
  }
  const wanted = DESTINATION_FIELDS.flatMap((field) => {
    const url = input[field];
    return url === undefined ? [] : [{ field, ...readTarget(url, project) }];
  }).filter(({ fits }) => !fits);
  if (wanted.length === 0) return;
  const linked = (await lookups.linkedHosts(project.id)) ?? [];
  const hosts = [...hostsOf(project, domains), ...linked];
  const unlisted = wanted.filter(({ host }) => host === null || !isListedHost(hosts, host));
  if (unlisted.length === 0) return;
  // A link to the host may have been made since the hosts were read.
  const recent = await listLinkedHosts(db, project, new Date(Date.now() - LINKED_HOSTS_FRESH_MS));
  const refused = unlisted.filter(({ host }) => host === null || !recent.has(host));
  if (refused.length === 0) return;
  throw new Problem(
    'FORBIDDEN',
    refused.map(({ field, name, cure }) => {
      const message = `${field} leads to ${name}, where links made with a publishable key may not lead (project setting "appLinks"): ${cure}`;
      return finding(field, 'not_allowed', message);
    }),
  );
}

interface Target {
  /** The host of a web address that may be one of the project's; null for anything else. */
  readonly host: string | null;
  /** What a message calls it. */
  readonly name: string;
  /** Whether it is the app itself, or its page in a store. */
  readonly fits: boolean;
  readonly cure: string;
}

const OTHERWISE = 'or make the link with a secret key';
const OWN_PAGE = `use the page of the project's own app (its App Store id and package name are under Apps), ${OTHERWISE}`;

function readTarget(url: string, project: Project): Target {
  const { protocol, hostname } = new URL(url);
  if (leadsToStore(url)) {
    // That other links lead to some page of a store makes none of its other pages the project's.
    const fits = isOwnStorePage(url, project) || isListedHost(project.appLinkHosts, hostname);
    return { host: null, name: 'the store page of another app', fits, cure: OWN_PAGE };
  }
  if (protocol === 'http:' || protocol === 'https:') {
    const cure = `use a host of the project, add ${hostname} to "appLinkHosts", or make a link to it with a secret key`;
    return { host: hostname, name: hostname, fits: false, cure };
  }
  const fits = [project.ios.scheme, project.android.scheme].some(
    (scheme) => `${scheme?.toLowerCase()}:` === protocol,
  );
  return { host: null, name: protocol, fits, cure: `use a host of the project, ${OTHERWISE}` };
}

/** Whether a store's address is the page of one of the project's apps: anything else of a store can lead to any app, or out of it. */
function isOwnStorePage(url: string, { ios, android }: Project): boolean {
  const { protocol, hostname, pathname, searchParams } = new URL(url);
  if (protocol === 'market:' || hostname === PLAY_HOST) {
    const isPage =
      protocol === 'market:' ? hostname === 'details' : pathname === '/store/apps/details';
    const ids = searchParams.getAll('id');
    return isPage && ids.length === 1 && ids[0] === android.packageName;
  }
  const [, id] = /^(?:\/[a-z]{2})?\/app(?:\/[^/]+)?\/id(\d+)\/?$/.exec(pathname) ?? [];
  return APPLE_HOSTS.has(hostname) && id !== undefined && id === ios.storeId?.replace(/^id/, '');
}

/** Whether a destination is a page of an app store. For URLs that passed a check; any other is none. */
export function leadsToStore(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? { protocol: '', hostname: '' };
  return STORE_SCHEMES.has(protocol) || hostname === PLAY_HOST || APPLE_HOSTS.has(hostname);
}

function hostsOf({ defaultUrl, appLinkHosts }: Project, domains: readonly Domain[]): string[] {
  const own = defaultUrl === null ? [] : [new URL(defaultUrl).hostname];
  return [...own, ...domains.map(({ host }) => host), ...appLinkHosts];
}
