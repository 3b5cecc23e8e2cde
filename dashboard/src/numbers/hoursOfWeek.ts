import type { Analytics } from '@fairlead/contract/operations/analytics';

/** Monday first, as `Date.getDay` numbers them. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const;
export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Clicks by weekday (0: Sunday) and hour of the person's clock, of a series by hour. */
export function hoursOfWeek(series: Analytics['series']): number[][] {
  const week = WEEKDAYS.map(() => HOURS.map(() => 0));
  for (const { at, clicks } of series) {
    const moment = new Date(at);
    week[moment.getDay()]![moment.getHours()]! += clicks;
  }
  return week;
}
