import { isExpired, type Link } from '#links/link/Link.ts';
import { readVisitFlags } from '#links/link/visitFlags.ts';
import type { Project } from '#teams/projects/Project.ts';
import { decideVisit } from '../decideVisit.ts';
import { BY_FACTS, isDrawn, type Judge, textOfRoute } from '../rules/chooseRoute.ts';
import type { Condition } from '../rules/conditions.ts';
import { followRoute, type LinkedLinks, visitedLink } from '../rules/followRoute.ts';
import { type Ask, explore, type Outcomes } from './explore.ts';
import type { StoredVisit } from './StoredVisit.ts';

/** A link as it is, or as it would be. */
export interface Side {
  readonly link: Link;
  readonly project: Project;
  readonly linked: LinkedLinks;
}

/** What leads a visit, and where to. */
interface Led {
  readonly route: string;
  /** Where a visitor without the app ends up; null: on a page of ours. Left out where destinations are not compared. */
  readonly url?: string | null;
}

/** What a change does to a visit. */
export interface Change {
  readonly from: Led;
  readonly to: Led;
}

/** What leads a visit that no rule or variant leads. */
const BY_LINK = 'the link itself';

/**
 * What can come out for a stored visit before and after a change; what is unknown is the same in both. Without `before`, what the visit was
 * led by, `recorded`, is compared: its destination then is not stored, so none is.
 */
export function judgeVisit(
  visit: StoredVisit,
  { before, after }: { readonly before: Side | null; readonly after: Side },
  recorded: string | null,
): Outcomes<Change> {
  const holds = rememberHolds(visit);
  return explore(
    (ask) => {
      const judge = judgeBy(visit, holds, ask);
      if (before === null) {
        const { route } = lead(visit, after, judge);
        return { from: { route: recorded ?? BY_LINK }, to: { route } };
      }
      return { from: lead(visit, before, judge), to: lead(visit, after, judge) };
    },
    ({ from, to }) => JSON.stringify([from.route, from.url, to.route, to.url]),
  );
}

export function isChange({ from, to }: Change): boolean {
  return from.route !== to.route || from.url !== to.url;
}

/** By the functions that decide real visits. */
function lead(visit: StoredVisit, { link, project, linked }: Side, judge: Judge): Led {
  const led = followRoute({ link, project, linked }, visit.factsThen, judge);
  const { fallback } = decideVisit({
    link: visitedLink(led.link, link),
    route: led.route,
    project,
    visitor: visit.visitor,
    flags: readVisitFlags(''),
    query: '',
    // Of what opens the app, which is not looked at.
    shortUrl: '',
    hasLaunchHost: true,
    clickReference: null,
    expired: isExpired(link, visit.factsThen.at),
  });
  return { route: led.route === null ? BY_LINK : textOfRoute(led.route), url: fallback };
}

type Holds = (condition: Condition) => boolean;

/** Whether conditions hold of what is known, each looked at once: they list many values, and a visit is decided again and again. */
function rememberHolds({ facts, factsThen }: StoredVisit): Holds {
  const known = new Map<Condition, boolean>();
  return (condition) => {
    const before = known.get(condition);
    if (before !== undefined) return before;
    const { key, holds } = condition;
    const isOfThen = key === 'from' || key === 'to';
    const result = holds(isOfThen ? factsThen : facts);
    known.set(condition, result);
    return result;
  };
}

const texts = new WeakMap<Condition, string>();

/** What is asked, which is the same for conditions that ask the same; lists are long. */
function textOfCondition(condition: Condition): string {
  const known = texts.get(condition);
  if (known !== undefined) return known;
  const text = `${condition.key} ${JSON.stringify(condition.value)}`;
  texts.set(condition, text);
  return text;
}

/** Judges by what is known, and asks for the rest. */
function judgeBy(visit: StoredVisit, holds: Holds, ask: Ask): Judge {
  const { facts } = visit;
  return {
    fits({ questions, ruleSeeds }, place) {
      const { conditions, share } = questions[place]!;
      for (const condition of conditions) {
        if (visit.isKnown(condition) && !holds(condition)) return false;
      }
      for (const condition of conditions) {
        if (visit.isKnown(condition)) continue;
        const id = textOfCondition(condition);
        if (ask({ id, condition: condition.key, answers: 2 }) === 0) return false;
      }
      if (share === undefined) return true;
      const seed = ruleSeeds[place]!;
      if (facts.hash !== null) return isDrawn(share, seed, facts.hash);
      const id = `share ${share} ${seed}`;
      const answerOf = (hash: string) => (isDrawn(share, seed, hash) ? 1 : 0);
      return ask({ id, condition: 'share', answers: 2, answerOf }) === 1;
    },
    draw(link, given) {
      if (facts.hash !== null) return BY_FACTS.draw(link, given);
      const id = `variants ${link.shares.join(' ')} ${link.seed}`;
      const answerOf = (hash: string) => BY_FACTS.draw(link, { ...given, hash }) ?? 0;
      return ask({ id, condition: 'share', answers: link.variants.length, answerOf });
    },
  };
}
