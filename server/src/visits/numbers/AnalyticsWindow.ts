import type { ClickFacts } from '../clicks/facts/Click.ts';
import type { BoundedRange } from '#platform/lib/timeRange.ts';

type Interval = 'hour' | 'day';

/** What a question of numbers is about. Half open; series begin their hours and days in `timeZone`. */
export interface AnalyticsWindow extends BoundedRange {
  readonly timeZone: string;
  readonly interval: Interval;
  /** No end was asked for: the window ends when the numbers are read. */
  readonly untilNow: boolean;
  /** Only of clicks with these; left out: of all. */
  readonly facts?: ClickFacts | undefined;
}
