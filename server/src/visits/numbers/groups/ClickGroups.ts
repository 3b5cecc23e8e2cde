import type { Link } from '#links/link/Link.ts';
import type { BoundedRange } from '#platform/lib/timeRange.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { Click } from '../../clicks/facts/Click.ts';

/** What clicks of a link can be grouped by. */
export type GroupedFact =
  | 'source'
  | 'device'
  | 'os'
  | 'country'
  | 'app'
  | 'referrer'
  | 'route'
  | 'visitor';

/** Facts of which some values can be counted as one. */
export type MergedFact = 'country' | 'app' | 'referrer';

export interface GroupQuestion {
  readonly project: Pick<Project, 'id'>;
  /** Keys of links; null: all of the project. */
  readonly links: readonly number[] | null;
  readonly range: BoundedRange;
  /** Beside the link. */
  readonly by: readonly GroupedFact[];
  /** Known values for which this returns the same text are one group, which has one of them; each is its own if left out. */
  readonly alike?: { readonly [Fact in MergedFact]?: (value: string) => string };
  /**
   * The same for quarters of an hour, by their starts in milliseconds. Left out: all are alike.
   */
  readonly alikeTimes?: ((quarter: number) => string) | undefined;
  /** Steps that it takes to find such a text (`createSlices`); 1 if left out. */
  readonly stepsOfText?: number;
  /** Of the visitors that are known, only those whose hash it divides. */
  readonly divisor?: number | undefined;
}

/** Clicks of people of a link that share the facts asked for; those not asked for are null. */
export type ClickGroup = {
  readonly [Fact in GroupedFact]: Click[Fact] | null;
} & {
  readonly linkKey: Link['key'];
  readonly clicks: number;
  /** Which of the times that are alike; 0 where all are. */
  readonly timeClass: number;
  /** Of one of them, in milliseconds. */
  readonly at: number;
};
