import type { LinkResults } from '@fairlead/contract/operations/rules';
import { LANGUAGE } from '@fairlead/contract/language';

export type Experiment = NonNullable<LinkResults['experiment']>;

interface Verdict {
  readonly color: string;
  readonly title: string;
  readonly text: string;
}

/** What an experiment shows, in words; docs/experiments.md says what each means. */
export function verdictOf({ state, sampleRatio, winner, arms }: Experiment): Verdict {
  const first = arms[0]?.name ?? '';
  if (state === 'withheld') {
    return {
      color: 'red',
      title: 'No verdict: people are not being assigned by the shares you set',
      text: 'The variants cannot be compared. Find out why first: a variant may lead people through a second link, or robots may prefer one.',
    };
  }
  if (state === 'tooFew') {
    return {
      color: 'gray',
      title: 'No verdict yet: the numbers are small',
      text:
        sampleRatio.state === 'tooFew'
          ? 'There are too few people to check the shares or to compare the variants. Rates may still change a lot.'
          : 'There are too few people or conversions to compare the variants. Rates may still change a lot.',
    };
  }
  if (state === 'noDifference') {
    return {
      color: 'gray',
      title: 'No difference found so far',
      text: 'There may be none, or one too small to be seen yet. The last column says how large it can still be.',
    };
  }
  if (winner !== null) {
    return {
      color: 'teal',
      title: `“${winner}” is better than every other variant`,
      text: 'The difference is larger than chance explains, however often you have looked.',
    };
  }
  return {
    color: 'yellow',
    title: `At least one variant differs from “${first}”`,
    text: 'None is better than every other one so far.',
  };
}

const rate = new Intl.NumberFormat(LANGUAGE, { style: 'percent', maximumFractionDigits: 2 });
const signed = new Intl.NumberFormat(LANGUAGE, {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});
const points = new Intl.NumberFormat(LANGUAGE, {
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});

const NONE = '–';

export const rateText = (value: number | null): string =>
  value === null ? NONE : rate.format(value);
export const liftText = (value: number | null): string =>
  value === null ? NONE : signed.format(value);
export function intervalText(ends: readonly [number, number] | null): string {
  if (ends === null) return NONE;
  const [least, most] = ends;
  return `${points.format(least * 100)} to ${points.format(most * 100)}`;
}
