import type { CohortAge } from '@fairlead/contract/eventNumbers';
import { percent } from '../../parts/format.ts';
import type { Measure } from './eventsSearch.ts';
import { money } from './money.ts';

/** What a cohort has reached at an age. */
export interface CohortCell {
  readonly text: string;
  /** How much it is beside others, for its tint; undefined: nobody is old enough. */
  readonly value: number | undefined;
}

/** The cell of an age: a share of the people who are old enough, or their revenue per person. */
export function cellOf(age: CohortAge, measure: Measure, currency: string | undefined): CohortCell {
  const { size, revenue } = age;
  if (size === 0) return { text: '–', value: undefined };
  if (measure !== 'revenue') {
    return { text: percent(age[measure], size), value: age[measure] / size };
  }
  const amount = revenue.find((sum) => sum.currency === currency)?.amount ?? 0;
  const each = Math.round(amount / size);
  return { text: currency === undefined ? '0' : money({ amount: each, currency }), value: each };
}

/** How strong the tint of a cell is, from 0 to 1: by roots, for beside the first day all others would look the same. */
export const tintOf = (value: number | undefined, most: number): number =>
  value === undefined || value <= 0 || most <= 0 ? 0 : Math.sqrt(value / most);
