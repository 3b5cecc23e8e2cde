import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { askNumbers, type Subject } from './askNumbers.ts';
import { type NumbersWindow, queryOf, queryOfHours } from './numbersWindow.ts';

/** Milliseconds. */
const LOOK_AGAIN = 300_000;
const NOW_AGAIN = 30_000;
const NOW_MS = 30 * 60_000;

/** Numbers by hour of a window, or of as many of its last days as there may be. */
export function useHours(subject: Subject, window: NumbersWindow) {
  return useQuery({
    ...askNumbers(subject, () => queryOfHours(window)),
    queryKey: ['hours', subject, window],
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN,
  });
}

/** Numbers of the last half hour. */
export function useNow(subject: Subject, window: NumbersWindow) {
  return useQuery({
    ...askNumbers(subject, () => {
      const { period: _period, to: _to, ...query } = queryOf(window);
      return { ...query, from: new Date(Date.now() - NOW_MS).toISOString(), limit: 1 };
    }),
    queryKey: ['now', subject, window],
    refetchInterval: NOW_AGAIN,
  });
}
