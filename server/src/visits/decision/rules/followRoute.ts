import { DESTINATION_FIELDS } from '@fairlead/contract/destinationFields';
import { isExpired, type Link } from '#links/link/Link.ts';
import { storePage } from '../storePages.ts';
import type { VisitedLink, VisitedProject } from '../Visit.ts';
import { BY_FACTS, chooseRoute, type Route, routeOfText } from './chooseRoute.ts';
import type { RouteFacts } from './RouteFacts.ts';

/** Links of the project by slug, as far as rules lead to them. */
export type LinkedLinks = ReadonlyMap<string, Link>;

/** What a visit of a link gets. */
export interface Followed {
  /** What the link leads to: itself, with the destinations of a rule, or another link. */
  readonly link: Link;
  /** What apps are answered: the same, as its owner has made it. To update the app, a visit is decided by another type and store pages. */
  readonly answered: Link;
  /** Of the link that was visited; null: it led itself. */
  readonly route: Route | null;
  /** Store page of the app, which is to be updated. */
  readonly updateUrl: string | null;
  readonly notes: readonly string[];
}

interface Followable {
  readonly link: Link;
  readonly project: VisitedProject;
  readonly linked: LinkedLinks;
  /** The route that was chosen when the visit began, as `_lr` has it: it is kept. */
  readonly kept?: string | null;
}

/** Links that lead to links are followed so far. */
export const MAX_HOPS = 5;
const NO_NOTES: readonly string[] = [];

/** Follows the rules of a link, and of the links that they lead to. Crawlers are not led: a preview is the link's own. Pure. */
export function followRoute(
  { link, project, linked, kept = null }: Followable,
  facts: RouteFacts,
  judge = BY_FACTS,
): Followed {
  if (facts.visitor.crawler !== null) {
    return { link, answered: link, route: null, updateUrl: null, notes: NO_NOTES };
  }
  const first = (kept === null ? null : routeOfText(link, kept)) ?? chooseRoute(link, facts, judge);
  let at = link;
  let route = first;
  for (let hop = 0; route?.to.slug !== undefined; hop += 1) {
    const next = linked.get(route.to.slug);
    if (next === undefined || isExpired(next, facts.at) || hop === MAX_HOPS) {
      const note = `The ${route.kind} “${route.name}” leads to the link “${route.to.slug}”, which cannot be followed.`;
      return { link: at, answered: at, route: first, updateUrl: null, notes: [note] };
    }
    at = next;
    route = chooseRoute(at, facts, judge);
  }
  if (route?.to.update !== true) {
    const led = route === null ? at : withDestinations(at, route);
    return { link: led, answered: led, route: first, updateUrl: null, notes: NO_NOTES };
  }
  const updateUrl = storePage(project, facts.visitor.platform);
  const led = updateUrl === null ? at : withStore(at, project);
  return { link: led, answered: at, route: first, updateUrl, notes: NO_NOTES };
}

/** The route's destinations take the place of all of the link's. */
function withDestinations(link: Link, route: Route): Link {
  if (route.led !== undefined) return route.led;
  const { to } = route;
  const changed = { ...link };
  if (DESTINATION_FIELDS.some((field) => to[field] !== undefined)) {
    for (const field of DESTINATION_FIELDS) changed[field] = to[field] ?? null;
  }
  route.led = changed;
  return changed;
}

/** What a visit is decided by: of a link that a rule led to, the app is opened by the link that was visited. */
export function visitedLink(led: Link, visited: Link): VisitedLink {
  if (led.id === visited.id) return led;
  const { slug, allowQueryPassthrough } = visited;
  return { ...led, slug, allowQueryPassthrough };
}

/** Whoever should update the app goes straight to its store page. */
function withStore(link: Link, project: VisitedProject): Link {
  const [ios, android] = [storePage(project, 'ios'), storePage(project, 'android')];
  return {
    ...link,
    type: 'unified',
    iosUrl: ios ?? link.iosUrl,
    iosFallbackUrl: ios ?? link.iosFallbackUrl,
    androidUrl: android ?? link.androidUrl,
    androidFallbackUrl: android ?? link.androidFallbackUrl,
  };
}
