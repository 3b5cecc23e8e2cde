import type { RuleTarget } from '@fairlead/contract/rules';
import { isRuled, type Link } from '#links/link/Link.ts';
import { chooseVariant, hashUnit } from './assignVariant.ts';
import { type Question, readQuestions } from './conditions.ts';
import type { RouteFacts } from './RouteFacts.ts';

/** What of a link led a visit: one of its rules, or a variant of its experiment. */
export interface Route {
  readonly kind: 'rule' | 'variant';
  readonly name: string;
  readonly to: RuleTarget;
  /** What a visit is led to by it, made by the first that is. */
  led?: Link;
}

export type Ruled = Pick<Link, 'id' | 'rules' | 'variants'>;

/** Rules and variants of a link as they are asked at each visit. */
export interface ReadLink {
  readonly rules: readonly Route[];
  /** What each of them asks, and what its share is drawn by. */
  readonly questions: readonly Question[];
  readonly ruleSeeds: readonly string[];
  readonly variants: readonly Route[];
  readonly shares: readonly number[];
  /** Draws visitors anew for another experiment: one with other names. */
  readonly seed: string;
  /** Whether a rule asks for the build of an app. */
  readonly asksForBuild: boolean;
  /** Other links that rules and variants lead to. */
  readonly slugs: readonly string[];
}

/** How one rule is judged, and one variant drawn. */
export interface Judge {
  readonly fits: (link: ReadLink, place: number, facts: RouteFacts) => boolean;
  /** Its place among the variants; null: the visitor gets none. */
  readonly draw: (link: ReadLink, facts: RouteFacts) => number | null;
}

/** By what is known of the visit: what decides real visits. */
export const BY_FACTS: Judge = {
  fits({ questions, ruleSeeds }, place, facts) {
    const { conditions, share } = questions[place]!;
    for (const { holds } of conditions) if (!holds(facts)) return false;
    return share === undefined || isDrawn(share, ruleSeeds[place]!, facts.hash);
  },
  draw: ({ shares, seed }, { hash }) =>
    hash === null ? null : chooseVariant(shares, hashUnit(seed, hash)),
};

/** Cached links are the same objects at each visit. */
const known = new WeakMap<Ruled, ReadLink>();

/**
 * The rule that fits a visit first, else the visitor's variant, else null: the link itself leads. Pure: live links, the flow page,
 * the simulator, resolve, QR codes and edge nodes all call this function. The dry run brings a judge of its own.
 */
export function chooseRoute(link: Ruled, facts: RouteFacts, judge = BY_FACTS): Route | null {
  if (!isRuled(link)) return null;
  const read = readRules(link);
  const rules = read.questions.length;
  for (let place = 0; place < rules; place += 1) {
    if (judge.fits(read, place, facts)) return read.rules[place]!;
  }
  if (read.variants.length === 0) return null;
  const drawn = judge.draw(read, facts);
  return drawn === null ? null : (read.variants[drawn] ?? null);
}

/** Whether the visitor of the day is among the share of a rule, which is drawn by its seed. */
export function isDrawn(share: number, seed: string, hash: string | null): boolean {
  return hash !== null && hashUnit(seed, hash) * 100 < share;
}

/** The rule or variant of a name, as `_lr` and clicks have it (`textOfRoute`); null where the link has none such any more. */
export function routeOfText(link: Ruled, text: string): Route | null {
  const { rules, variants } = readRules(link);
  return [...rules, ...variants].find((route) => textOfRoute(route) === text) ?? null;
}

/** How clicks and URLs name a route: `rule Germany`, `variant B`. */
export function textOfRoute({ kind, name }: Pick<Route, 'kind' | 'name'>): string {
  return `${kind} ${name}`;
}

/** The parameter that keeps the route of a visit. */
export function routePair(route: Pick<Route, 'kind' | 'name'>): string {
  return `_lr=${encodeURIComponent(textOfRoute(route))}`;
}

/** The same read back. */
export function splitRoute(text: string): Pick<Route, 'kind' | 'name'> {
  const space = text.indexOf(' ');
  return { kind: text.startsWith('rule ') ? 'rule' : 'variant', name: text.slice(space + 1) };
}

export function readRules(link: Ruled): ReadLink {
  const before = known.get(link);
  if (before !== undefined) return before;
  const [rules, variants] = [link.rules ?? [], link.variants ?? []];
  const questions = readQuestions(rules);
  const read: ReadLink = {
    rules: rules.map(({ name, to }) => ({ kind: 'rule', name, to })),
    questions,
    ruleSeeds: rules.map(({ name }) => `${link.id} rule ${name}`),
    variants: variants.map(({ name, to }) => ({ kind: 'variant', name, to })),
    shares: variants.map(({ share }) => share),
    seed: `${link.id} ${variants.map(({ name }) => name).join('\n')}`,
    asksForBuild: questions.some(({ conditions }) =>
      conditions.some(({ key }) => key === 'appBuild'),
    ),
    slugs: [...rules, ...variants].flatMap(({ to }) => to.slug ?? []),
  };
  known.set(link, read);
  return read;
}
