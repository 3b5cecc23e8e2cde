import type { Analytics, AnalyticsQuery } from '@fairlead/contract/operations/analytics';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { askNumbers, type Subject } from './askNumbers.ts';
import { readFacts } from './factsOfUrl.ts';
import { type NumbersWindow, queryOf, queryOfComparison } from './numbersWindow.ts';

/** Milliseconds between two looks at some clicks alone: they are counted one by one. */
const COUNTED_AGAIN = 60_000;
/** Entries of each list: maps and files have all of them, lists show the rest when asked. */
const WHOLE_LIST = 100;
/** Milliseconds for which what is not shown any more is kept: each look has an end, and so a comparison, of its own. */
const KEPT = 60_000;

/**
 * The numbers of a window, read again every `again` milliseconds, and those that they are compared with: undefined without a comparison,
 * until it is there, and where clicks of that time have been deleted.
 */
export function useNumbers(
  subject: Subject,
  window: NumbersWindow,
  again: number,
): { readonly numbers: UseQueryResult<Analytics>; readonly before: Analytics | undefined } {
  const facts = readFacts(window);
  const isCounted = Object.keys(facts).length > 0;
  const numbers = useQuery({
    ...asking(subject, queryOf(window)),
    placeholderData: keepPreviousData,
    refetchInterval: isCounted ? COUNTED_AGAIN : again,
  });
  const { compare } = window;
  const { data } = numbers;
  const query = data && compare && queryOfComparison(data, compare, facts);
  const before = useQuery({
    ...asking(subject, query ?? {}),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    gcTime: KEPT,
  });
  return { numbers, before: query && isWhole(before.data, query) ? before.data : undefined };
}

function asking(subject: Subject, query: AnalyticsQuery) {
  const whole = { ...query, limit: WHOLE_LIST };
  return { ...askNumbers(subject, () => whole), queryKey: ['numbers', subject, whole] };
}

/** Where clicks have been deleted, numbers begin later than was asked for. */
function isWhole(before: Analytics | undefined, { from }: AnalyticsQuery): boolean {
  return before !== undefined && from !== undefined && Date.parse(before.from) <= Date.parse(from);
}
