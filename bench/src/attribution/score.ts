import type { Verdict } from './replay.ts';

/** How well the first opens behind addresses of one size were matched, with one window. */
export interface Score {
  readonly phones: number;
  readonly windowMinutes: number;
  readonly opens: number;
  /** First opens that named their click, and how many of them were credited to it. */
  readonly named: number;
  readonly namedRight: number;
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
  const isNamed = (each: Verdict) => each.open.named && each.open.truth !== null;
  const isUnnamed = (each: Verdict) => !each.open.named && each.open.truth !== null;
  const bySignals = (each: Verdict) => each.matchType === 'fingerprint';
  const isRight = (each: Verdict) =>
    bySignals(each) && each.credited?.link === each.open.truth?.link && each.open.truth !== null;
  const soon = ({ open }: Verdict) => open.truth !== null && open.at - open.truth.at <= HOUR;
  return {
    phones,
    windowMinutes,
    opens: verdicts.length,
    named: count(isNamed),
    namedRight: count((each) => isNamed(each) && each.credited === each.open.truth),
    bySignals: count(bySignals),
    wrong: count((each) => bySignals(each) && !isRight(each)),
    wrongOrganic: count((each) => bySignals(each) && each.open.truth === null),
    strangersTap: count((each) => isRight(each) && each.credited?.phone !== each.open.phone),
    unnamed: count(isUnnamed),
    right: count(isRight),
    unnamedWithinHour: count((each) => isUnnamed(each) && soon(each)),
    rightWithinHour: count((each) => isRight(each) && soon(each)),
  };
}

/** `part` of `whole` as a share; 0 of nothing. */
export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
