import type { Visitor } from '#visits/visitors/Visitor.ts';
import type { Domain } from '#teams/domains/Domain.ts';
import { tidyCampaign } from '#links/longLinks/ensureLongLink.ts';
import { isListedHost } from '#links/link/hostRule.ts';
import type { Link } from '#links/link/Link.ts';
import { readLongLink, writeLongQuery } from '#links/longLinks/longLink.ts';
import type { Project } from '#teams/projects/Project.ts';
import { targetsOfLongLink } from '#visits/decision/longLinkTargets.ts';
import type { Lookups } from './createLookups.ts';

export interface FoundLongLink {
  /** The long link's content, with the id and key of the hidden link by which it is counted. */
  readonly link: Link;
  /** With only those of its apps that the long link names. */
  readonly project: Project;
  /** What a first open after an install gets, as a query. */
  readonly forwarded: string;
}

const PATH = /^\/(?:[\w.~-]+\/?){0,10}$/;

/**
 * The long link described by a path and a query (without its `?`) on a domain; null if the domain does not answer
 * Firebase links, the query names no link, or the link leads to a host that is not allowed. Its slug is the whole rest
 * of its URL.
 */
export async function findLongLink(
  lookups: Lookups,
  domain: Domain,
  asked: { readonly path: string; readonly query: string },
  visitor: Pick<Visitor, 'device'>,
): Promise<FoundLongLink | null> {
  const { firebaseHosts: listed } = domain;
  const long = listed === null || !PATH.test(asked.path) ? null : readLongLink(asked.query);
  const project = long && (await lookups.project(domain.projectId));
  if (listed === null || !long || !project) return null;
  const hosts = listed.length > 0 ? listed : ((await lookups.linkedHosts(project.id)) ?? []);
  const allows = (host: string) => host !== domain.host && isListedHost(hosts, host);
  const targets = targetsOfLongLink(long, project, allows, visitor.device === 'tablet');
  if (targets === null) return null;
  const campaign = tidyCampaign(long.get('utm_campaign') ?? '');
  const hidden = await lookups.longLink(domain, { host: targets.host, campaign });
  if (!hidden) return null;
  const query = writeLongQuery(long);
  return {
    link: { ...hidden, ...targets.link, name: null, slug: `${asked.path.slice(1)}?${query}` },
    project: { ...project, ...appsOf(project, targets.apps) },
    forwarded: query,
  };
}

function appsOf(
  project: Project,
  { ios, android }: NonNullable<ReturnType<typeof targetsOfLongLink>>['apps'],
): Pick<Project, 'ios' | 'android'> {
  return { ios: { ...project.ios, ...ios }, android: { ...project.android, ...android } };
}
