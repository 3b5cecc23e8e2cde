import { LANGUAGE } from '@fairlead/contract/language';

const parts = new Intl.NumberFormat(LANGUAGE).formatToParts(1_000_000.5);
const markOf = (wanted: 'group' | 'decimal'): string =>
  parts.find(({ type }) => type === wanted)?.value ?? '';

/** What stands in a number that is typed: between its thousands, and before its fraction. */
export const NUMBER_MARKS = {
  thousandSeparator: markOf('group'),
  decimalSeparator: markOf('decimal'),
};
