import type { RuleCondition } from '@fairlead/contract/rules';

/** What a decision asks that is not stored with clicks. */
interface Question {
  /** The same text is the same question, and gets the same answer. */
  readonly id: string;
  readonly condition: keyof RuleCondition;
  /** Answers are 0 up to, but not including, this. */
  readonly answers: number;
  /** The answer for a visitor of this hash, where it is the visitor that is not known. */
  readonly answerOf?: (hash: string) => number;
}

export type Ask = (question: Question) => number;

/** Everything that can come out. */
export interface Outcomes<Outcome> {
  /** By their texts. */
  readonly possible: ReadonlyMap<string, Outcome>;
  /** Conditions of which the outcome depends. */
  readonly reasons: ReadonlySet<keyof RuleCondition>;
  /** Everything that was asked. */
  readonly asked: readonly Question[];
  /** There were too many to look at all. */
  readonly cut: boolean;
  /** How many decisions it took. */
  readonly decisions: number;
}

/** Decisions of one visit. Twenty rules, each with one unknown condition, are 21, or 231 with twenty others. */
const MAX_DECISIONS = 512;

type Found<Outcome> = Pick<Outcomes<Outcome>, 'possible' | 'reasons'>;

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
  const questions = new Map<string, Question>();
  let decisions = 0;
  let cut = false;

  /** Decides with these answers first and 0 to all further questions; then with all other answers to those, the last one first. */
  function from(given: readonly Answered[]): Found<Outcome> {
    decisions += 1;
    const asked = [...given];
    const outcome = decide((question) => {
      const before = asked.find(({ id }) => id === question.id);
      if (before !== undefined) return before.answer;
      questions.set(question.id, question);
      asked.push({ ...question, answer: 0 });
      return 0;
    });
    let found: Found<Outcome> = {
      possible: new Map([[textOf(outcome), outcome]]),
      reasons: new Set(),
    };
    for (let place = asked.length - 1; place >= given.length; place -= 1) {
      const question = asked[place]!;
      for (let answer = 1; answer < question.answers; answer += 1) {
        if (decisions >= MAX_DECISIONS) {
          cut = true;
          found = withReason(found, question.condition);
          break;
        }
        const other = from([...asked.slice(0, place), { ...question, answer }]);
        found = join(found, other, question.condition);
      }
    }
    return found;
  }

  const found = from([]);
  return { ...found, asked: [...questions.values()], cut, decisions };
}

/** What two answers to a question lead to. */
function join<Outcome>(
  one: Found<Outcome>,
  other: Found<Outcome>,
  condition: keyof RuleCondition,
): Found<Outcome> {
  const isSame =
    one.possible.size === other.possible.size &&
    [...one.possible.keys()].every((text) => other.possible.has(text));
  return {
    possible: isSame ? one.possible : new Map([...one.possible, ...other.possible]),
    reasons: new Set([...one.reasons, ...other.reasons, ...(isSame ? [] : [condition])]),
  };
}

function withReason<Outcome>(
  { possible, reasons }: Found<Outcome>,
  condition: keyof RuleCondition,
): Found<Outcome> {
  return { possible, reasons: new Set([...reasons, condition]) };
}
