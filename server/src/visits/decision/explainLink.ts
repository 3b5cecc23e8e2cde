import { SIMULATED_VISITORS, type SimulatedVisitor } from '@fairlead/contract/simulatedVisitors';
import type { VisitorReader } from '../visitors/readVisitor.ts';
import type { Visitor } from '../visitors/Visitor.ts';
import { isExpired, type Link } from '#links/link/Link.ts';
import { readVisitFlags } from '#links/link/visitFlags.ts';
import type { Project } from '#teams/projects/Project.ts';
import { checkSetup, type SetupFinding } from './checkSetup.ts';
import { decideVisit } from './decideVisit.ts';
import { followRoute, type LinkedLinks, visitedLink } from './rules/followRoute.ts';
import { SIMULATED } from './simulatedVisitors.ts';
import type { Decision } from './Visit.ts';

export interface ExplainedLink {
  readonly link: Link;
  readonly project: Project;
  readonly shortUrl: string;
  /** What is appended to the link, without its `?`; `debug` is ignored. */
  readonly query: string;
  readonly launchHost: string;
  /** What the link's rules lead to. */
  readonly linked: LinkedLinks;
  readonly readVisitor: VisitorReader;
}

export interface ExplainedVisit {
  readonly as: SimulatedVisitor;
  readonly title: string;
  readonly visitor: Visitor;
  readonly decision: Decision;
}

export interface Explanation {
  readonly visits: readonly ExplainedVisit[];
  readonly findings: readonly SetupFinding[];
}

/** Placeholder for the click that a real visit would name. */
const CLICK = 'CLICK-ID';

/** What a link does for every kind of visitor, or for one, and what is misconfigured. Counts nothing. */
export function explainLink(
  explained: ExplainedLink,
  kinds: readonly SimulatedVisitor[] = SIMULATED_VISITORS,
): Explanation {
  const visits = kinds.map((as) => explainVisit(explained, as));
  const notes = visits.flatMap(({ decision }) => decision.notes);
  return { visits, findings: checkSetup(explained, [...new Set(notes)]) };
}

/** What rules ask of a visitor beside the user agent; what is left out is not known. */
export interface SimulatedFacts {
  readonly country?: string | undefined;
  readonly language?: string | undefined;
  readonly referrer?: string | undefined;
  /** Milliseconds since the epoch; now if it is left out. */
  readonly at?: number | undefined;
  readonly appBuild?: string | undefined;
  /** Any text that stands for the visitor of the day. */
  readonly hash?: string | undefined;
}

function explainVisit(explained: ExplainedLink, as: SimulatedVisitor): ExplainedVisit {
  return {
    as,
    title: SIMULATED[as].title,
    ...simulateVisit(explained, SIMULATED[as].userAgent, {}),
  };
}

/** What one visitor gets. */
export function simulateVisit(
  explained: ExplainedLink,
  userAgent: string,
  simulated: SimulatedFacts,
): Omit<ExplainedVisit, 'as' | 'title'> {
  const { link, project, shortUrl, query, linked } = explained;
  const { at = Date.now(), country, ...known } = simulated;
  const visitor = explained.readVisitor({ userAgent, header: () => undefined });
  const flags = { ...readVisitFlags(query), debug: false };
  const led = followRoute(
    { link, project, linked, kept: flags.route },
    {
      visitor,
      query,
      at,
      timeZone: project.timeZone,
      country: country?.toUpperCase() ?? null,
      hash: known.hash ?? null,
      language: known.language ?? null,
      referrer: known.referrer?.toLowerCase() ?? null,
      appBuild: known.appBuild ?? null,
    },
  );
  const decision = decideVisit({
    link: visitedLink(led.link, link),
    route: led.route,
    project,
    visitor,
    flags,
    query,
    shortUrl,
    hasLaunchHost: true,
    clickReference: CLICK,
    expired: isExpired(link, at),
  });
  return { visitor, decision: { ...decision, notes: [...led.notes, ...decision.notes] } };
}
