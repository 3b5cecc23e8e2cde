import type { Visitor } from '../../visitors/Visitor.ts';

/** What rules ask of one visit; null where it is not known, which fits no rule that asks for it. */
export interface RouteFacts {
  readonly visitor: Pick<Visitor, 'platform' | 'device' | 'os' | 'webview' | 'crawler'>;
  /** ISO 3166 alpha-2. */
  readonly country: string | null;
  /** The visitor of the day (`createVisitorHash`): what shares are drawn by. */
  readonly hash: string | null;
  /** Preferred one, BCP 47. */
  readonly language: string | null;
  /** Host of the page before, in lower case. */
  readonly referrer: string | null;
  /** Raw, without its `?`. */
  readonly query: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Time zone of the project. */
  readonly timeZone: string;
  /** Of the app that asks. */
  readonly appBuild: string | null;
}
