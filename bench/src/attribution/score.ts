import type { Open, Tap } from './population.ts';

/** What was said to a first open, and what should have been said. */
export interface Verdict {
  readonly phones: number;
  readonly open: Open;
  readonly matchType: 'deterministic' | 'fingerprint' | null;
  /** The tap that was credited; null without a match. */
  readonly credited: Tap | null;
  readonly reason: string;
  /** It named a click that signals had given to another first open before. */
  readonly taken?: boolean;
}

/** How well the first opens behind addresses of one size were matched, with one window. */
export interface Score {
  readonly phones: number;
  readonly windowMinutes: number;
  readonly opens: number;
  /** First opens that named their click, and how many of them were credited to it. */
  readonly named: number;
  readonly namedRight: number;
  /** Those refused because signals had given their click to another phone: a click matches once. */
  readonly namedTaken: number;
  /** Matches by signals; `wrong` ones deliver another link than the phone's own last one. */
  readonly bySignals: number;
  readonly wrong: number;
  /** Of the wrong ones, those by phones that had tapped nothing at all. */
  readonly wrongOrganic: number;
  /** Right link, but by the tap of another phone. */
  readonly strangersTap: number;
  /** First opens that a link led to and that named no click. */
  readonly unnamed: number;
  readonly right: number;
  /** The same for those within an hour of the tap. */
  readonly unnamedWithinHour: number;
  readonly rightWithinHour: number;
}

const HOUR = 3_600_000;

export function scoreVerdicts(
  phones: number,
  windowMinutes: number,
  verdicts: readonly Verdict[],
): Score {
  const count = (test: (verdict: Verdict) => boolean) => verdicts.filter(test).length;
  const isNamed = (result: Verdict) => result.open.named && result.open.truth !== null;
  const isUnnamed = (result: Verdict) => !result.open.named && result.open.truth !== null;
  const bySignals = (result: Verdict) => result.matchType === 'fingerprint';
  const isRight = (result: Verdict) =>
    bySignals(result) &&
    result.credited?.link === result.open.truth?.link &&
    result.open.truth !== null;
  const soon = ({ open }: Verdict) => open.truth !== null && open.at - open.truth.at <= HOUR;
  return {
    phones,
    windowMinutes,
    opens: verdicts.length,
    named: count(isNamed),
    namedRight: count((result) => isNamed(result) && result.credited === result.open.truth),
    namedTaken: count(
      (result) => isNamed(result) && result.taken === true && result.reason === 'click_used',
    ),
    bySignals: count(bySignals),
    wrong: count((result) => bySignals(result) && !isRight(result)),
    wrongOrganic: count((result) => bySignals(result) && result.open.truth === null),
    strangersTap: count(
      (result) => isRight(result) && result.credited?.phone !== result.open.phone,
    ),
    unnamed: count(isUnnamed),
    right: count(isRight),
    unnamedWithinHour: count((result) => isUnnamed(result) && soon(result)),
    rightWithinHour: count((result) => isRight(result) && soon(result)),
  };
}

/** `part` of `whole` as a share; 0 of nothing. */
export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
