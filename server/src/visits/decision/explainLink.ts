import { SIMULATED_VISITORS, type SimulatedVisitor } from '@fairlead/contract/simulatedVisitors';
import type { VisitorReader } from '../visitors/readVisitor.ts';
import type { Visitor } from '../visitors/Visitor.ts';
import { isExpired, type Link } from '#links/link/Link.ts';
import { readVisitFlags } from '#links/link/visitFlags.ts';
import type { Project } from '#teams/projects/Project.ts';
import { checkSetup, type SetupFinding } from './checkSetup.ts';
import { decideVisit } from './decideVisit.ts';
import { SIMULATED } from './simulatedVisitors.ts';
import type { Decision } from './Visit.ts';

export interface ExplainedLink {
  readonly link: Link;
  readonly project: Project;
  readonly shortUrl: string;
  /** What is appended to the link, without its `?`; `debug` is ignored. */
  readonly query: string;
  readonly launchHost: string;
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

function explainVisit(explained: ExplainedLink, as: SimulatedVisitor): ExplainedVisit {
  const { link, project, shortUrl, query } = explained;
  const { title, userAgent } = SIMULATED[as];
  const visitor = explained.readVisitor({ userAgent, header: () => undefined });
  const decision = decideVisit({
    link,
    project,
    visitor,
    flags: { ...readVisitFlags(query), debug: false },
    query,
    shortUrl,
    hasLaunchHost: true,
    clickReference: CLICK,
    expired: isExpired(link, Date.now()),
  });
  return { as, title, visitor, decision };
}
