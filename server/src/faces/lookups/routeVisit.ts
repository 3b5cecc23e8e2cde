import type { Recognized } from '#visits/clicks/newClick.ts';
import { readRules } from '#visits/decision/rules/chooseRoute.ts';
import {
  type Followed,
  followRoute,
  type LinkedLinks,
  MAX_HOPS,
} from '#visits/decision/rules/followRoute.ts';
import type { RouteFacts } from '#visits/decision/rules/RouteFacts.ts';
import type { Visitor } from '#visits/visitors/Visitor.ts';
import { isRuled, type Link } from '#links/link/Link.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { Lookups } from './createLookups.ts';

interface Routed {
  readonly link: Link;
  readonly project: Project;
  /** See `findLinked`. */
  readonly linked: LinkedLinks;
}

interface Seen {
  readonly visitor: Visitor;
  readonly known: Recognized;
  readonly query: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The route of the visit so far, where it goes on. */
  readonly kept: string | null;
  readonly appBuild?: string | null;
}

/** The link as its rules lead this request. */
export function routeVisit(
  { link, project, linked }: Routed,
  { visitor, known, query, at, kept, appBuild = null }: Seen,
): Followed {
  // Most links: nothing is read of the request that nobody asks for.
  if (!isRuled(link)) return { link, answered: link, route: null, updateUrl: null, notes: [] };
  // Field by field: spreading costs as much as a rule.
  const facts: RouteFacts = {
    visitor,
    country: known.country,
    hash: known.hash,
    referrer: known.referrer,
    language: known.language,
    query,
    at,
    timeZone: project.timeZone,
    appBuild,
  };
  return followRoute({ link, project, linked, kept }, facts);
}

/** Whether the build of an app may lead a visit of the link, by its rules or those of links that they lead to. */
export function asksForBuild({ link, linked }: Pick<Routed, 'link' | 'linked'>): boolean {
  if (!isRuled(link)) return false;
  return [link, ...linked.values()].some((each) => readRules(each).asksForBuild);
}

const NONE: LinkedLinks = new Map();

/** The links that a link's rules lead to, and theirs. */
export function findLinked(
  lookups: Pick<Lookups, 'link'>,
  link: Link,
): LinkedLinks | Promise<LinkedLinks> {
  if (!isRuled(link)) return NONE;
  const { slugs } = readRules(link);
  return slugs.length === 0 ? NONE : follow(lookups, link, slugs);
}

async function follow(
  lookups: Pick<Lookups, 'link'>,
  link: Link,
  slugs: readonly string[],
): Promise<LinkedLinks> {
  let next = slugs;
  const linked = new Map<string, Link>();
  for (let hop = 0; hop < MAX_HOPS && next.length > 0; hop += 1) {
    const found = await Promise.all(next.map(async (slug) => lookups.link(link.projectId, slug)));
    const links = found.filter((each) => each !== null);
    for (const each of links) linked.set(each.slug, each);
    next = links.flatMap((each) => readRules(each).slugs).filter((slug) => !linked.has(slug));
  }
  return linked;
}
