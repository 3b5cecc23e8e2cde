import type { RuleCondition } from '@fairlead/contract/rules';

/** What a decision asks that is not stored with clicks. */
interface Question {
  /** The same text is the same question, and gets the same answer. */
  readonly id: string;
  readonly condition: keyof RuleCondition;
  /** Answers are 0 up to, but not including, this. */
  readonly answers: number;
}

export type Ask = (question: Question) => number;

/** Everything that can come out. */
export interface Outcomes<Outcome> {
  /** By their texts. */
  readonly possible: ReadonlyMap<string, Outcome>;
  /** Conditions of which the outcome depends. */
  readonly reasons: ReadonlySet<keyof RuleCondition>;
  /** There were too many to look at all. */
  readonly cut: boolean;
}

/** Decisions of one visit. Twenty rules, each with one unknown condition, are 21, or 231 with twenty others. */
const MAX_DECISIONS = 512;

interface Answered extends Question {
  readonly answer: number;
}

/**
 * Decides with every combination of answers that makes a difference. `decide` has to be pure but for what it asks, and `textOf` to tell
 * outcomes apart.
 */
export function explore<Outcome>(
  decide: (ask: Ask) => Outcome,
  textOf: (outcome: Outcome) => string,
): Outcomes<Outcome> {
  let decisions = 0;
  let cut = false;

  /** Decides with these answers first and 0 to all further questions; then with all other answers to those, the last one first. */
  function from(given: readonly Answered[]): Omit<Outcomes<Outcome>, 'cut'> {
    decisions += 1;
    const asked = [...given];
    const outcome = decide((question) => {
      const before = asked.find(({ id }) => id === question.id);
      if (before !== undefined) return before.answer;
      asked.push({ ...question, answer: 0 });
      return 0;
    });
    let found: Omit<Outcomes<Outcome>, 'cut'> = {
      possible: new Map([[textOf(outcome), outcome]]),
      reasons: new Set(),
    };
    for (let place = asked.length - 1; place >= given.length; place -= 1) {
      const question = asked[place]!;
      for (let answer = 1; answer < question.answers; answer += 1) {
        if (decisions >= MAX_DECISIONS) {
          cut = true;
          const reasons = found.reasons.union(new Set([question.condition]));
          found = { possible: found.possible, reasons };
          break;
        }
        const other = from([...asked.slice(0, place), { ...question, answer }]);
        found = join(found, other, question.condition);
      }
    }
    return found;
  }

  const found = from([]);
  return { ...found, cut };
}

/** What two answers to a question lead to. */
function join<Outcome>(
  one: Omit<Outcomes<Outcome>, 'cut'>,
  other: Omit<Outcomes<Outcome>, 'cut'>,
  condition: keyof RuleCondition,
): Omit<Outcomes<Outcome>, 'cut'> {
  const isSame =
    one.possible.size === other.possible.size &&
    [...one.possible.keys()].every((text) => other.possible.has(text));
  return {
    possible: isSame ? one.possible : new Map([...one.possible, ...other.possible]),
    reasons: new Set([...one.reasons, ...other.reasons, ...(isSame ? [] : [condition])]),
  };
}
