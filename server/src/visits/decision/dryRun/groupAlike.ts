import type { RuleCondition } from '@fairlead/contract/rules';
import type { Link } from '#links/link/Link.ts';
import type { Slices } from '#platform/lib/createSlices.ts';
import { OTHER_REFERRERS } from '../../clicks/facts/clickTerms.ts';
import type { GroupedFact, GroupQuestion, MergedFact } from '../../numbers/groups/ClickGroups.ts';
import { type Condition, type ConditionKey, readQuestions } from '../rules/conditions.ts';
import type { RouteFacts } from '../rules/RouteFacts.ts';
import type { Side } from './judgeVisit.ts';

/** What some rules ask. */
export interface Asked {
  readonly keys: ReadonlySet<keyof RuleCondition>;
  /** Each once, by its key. */
  readonly conditions: ReadonlyMap<ConditionKey, readonly Condition[]>;
}

/** The conditions of all rules that can have a say. */
export async function askedBy(slices: Slices, sides: Iterable<Side | null>): Promise<Asked> {
  const keys = new Set<keyof RuleCondition>();
  const conditions = new Map<string, Condition>();
  const read = new Set<unknown>();
  const note = ({ rules, variants }: Link) => {
    if (variants !== null) keys.add('share');
    const questions = readQuestions(rules ?? []);
    // A change of many links gives all of them the same rules.
    if (read.has(questions)) return;
    read.add(questions);
    for (const question of questions) {
      if (question.share !== undefined) keys.add('share');
      for (const condition of question.conditions) {
        keys.add(condition.key);
        conditions.set(`${condition.key} ${JSON.stringify(condition.value)}`, condition);
      }
    }
  };
  for (const side of sides) {
    if (side === null) continue;
    for (const link of [side.link, ...side.linked.values()]) {
      note(link);
      if (slices.spend(STEPS_OF_RULES * (1 + (link.rules?.length ?? 0)))) await slices.turn();
    }
  }
  return { keys, conditions: Map.groupBy(conditions.values(), ({ key }) => key) };
}

const OF_CONDITION: { readonly [Key in keyof RuleCondition]: GroupedFact } = {
  country: 'country',
  app: 'app',
  referrer: 'referrer',
  query: 'source',
  appBuild: 'source',
};

/** Of the rules of a link: their text is what they are known by. */
const STEPS_OF_RULES = 10;

/** With more, it would take longer to tell values apart than to judge each for itself. */
const MANY_CONDITIONS = 200;

/** How visits are grouped so that all of a group are judged alike, in as few groups as can be. */
export function groupAlike(
  { keys, conditions }: Asked,
  timeZone: string,
): Pick<GroupQuestion, 'by' | 'alike' | 'alikeTimes' | 'stepsOfText'> {
  const facts = [...keys].flatMap((key) => OF_CONDITION[key] ?? []);
  const verdictsOf = (key: ConditionKey, factsOf: (value: string) => Partial<RouteFacts>) => {
    const asked = conditions.get(key) ?? [];
    if (asked.length === 0 || asked.length > MANY_CONDITIONS) return undefined;
    return (value: string) => verdicts(asked, { ...NOTHING, ...factsOf(value) });
  };
  const alike: { readonly [Fact in MergedFact]?: ((value: string) => string) | undefined } = {
    country: verdictsOf('country', (country) => ({ country })),
    app: verdictsOf('app', (webview) => ({ visitor: { ...NOTHING.visitor, webview } })),
    referrer: verdictsOf('referrer', (referrer) => ({ referrer })),
  };
  const { referrer } = alike;
  const ofTime = [...(conditions.get('weekdays') ?? []), ...(conditions.get('hours') ?? [])];
  return {
    // What every destination depends on, and what is asked.
    by: [...new Set<GroupedFact>(['device', 'os', ...facts])],
    alike: {
      ...(alike.country && { country: alike.country }),
      ...(alike.app && { app: alike.app }),
      ...(referrer && {
        referrer: (host) => (host === OTHER_REFERRERS ? OTHER_REFERRERS : referrer(host)),
      }),
    },
    ...(ofTime.length > 0 && {
      alikeTimes: (at) => verdicts(ofTime, { ...NOTHING, at, timeZone }),
    }),
    stepsOfText: Math.max(
      10 * ofTime.length,
      ...Object.keys(alike).map((key) => stepsOf(conditions.get(key as ConditionKey))),
    ),
  };
}

const NOTHING: RouteFacts = {
  visitor: { platform: 'other', device: 'other', os: null, webview: null, crawler: null },
  country: null,
  hash: null,
  language: null,
  referrer: null,
  query: '',
  at: 0,
  timeZone: 'UTC',
  appBuild: null,
};

/** Steps of judging a value by conditions, each of which lists many. */
function stepsOf(conditions: readonly Condition[] = []): number {
  const sizes = conditions.map(({ value }) => (Array.isArray(value) ? value.length : 1));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function verdicts(conditions: readonly Condition[], facts: RouteFacts): string {
  return conditions.map(({ holds }) => (holds(facts) ? '1' : '0')).join('');
}
