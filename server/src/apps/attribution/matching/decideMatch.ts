import type { Project } from '#teams/projects/Project.ts';
import type { PhoneOs, PhoneSignals } from './PhoneSignals.ts';
import { type SignalVerdict, sumBits, weighSignals } from './weighSignals.ts';
import { MINUTE_MS } from '#platform/lib/time.ts';

/**
 * A click from the same IP address and project as the first open. Clicks older than the window are
 * never chosen; they show how many phones share the IP address, and compete: the phone's own may be one of them.
 */
export interface Candidate {
  readonly clickId: string;
  readonly linkKey: number;
  readonly linkId: string;
  readonly domainId: string;
  readonly slug: string;
  /** Parameters that the visit forwards to the app. */
  readonly forwarded: string | null;
  readonly clickedAt: Date;
  readonly os: PhoneOs | null;
  readonly signals: PhoneSignals;
  /** It has already opened the app or been credited, or its link is deleted. */
  readonly used: boolean;
}

/** What is known about the phone that opens the app for the first time. */
export interface FirstOpenSignals {
  readonly os: PhoneOs;
  readonly signals: PhoneSignals;
  readonly at: Date;
  readonly windowMinutes: number;
}

/** A click compared with the first open. */
interface WeighedCandidate {
  readonly candidate: Candidate;
  readonly signals: readonly SignalVerdict[];
  /** Evidence that click and first open are from one phone. */
  readonly bits: number;
}

type SignalsReason =
  | 'matched'
  | 'no_click_from_this_address'
  | 'no_click_of_this_system'
  | 'clicks_used'
  | 'signals_differ'
  | 'not_told_apart'
  | 'not_sure_enough'
  | 'too_many_clicks';

export interface MatchDecision {
  readonly reason: SignalsReason;
  readonly chosen: WeighedCandidate | null;
  /** Best first; clicks from the other operating system and used ones are not compared. */
  readonly weighed: readonly WeighedCandidate[];
  /** Clicks from the IP address in the window, from any operating system, including used ones. */
  readonly clicksSeen: number;
  /** The best candidate for another link. */
  readonly runnerUp: WeighedCandidate | null;
  /** Probability that the best candidate's link is the right one, and what it has to reach. */
  readonly confidence: number;
  /** Other phones seen at the IP address within the memory, as far as signals can tell them apart. */
  readonly otherPhones: number;
}

/** What a match has to reach. */
export const REQUIRED_CONFIDENCE = 0.96;
/** How many clicks from one IP address are considered; beyond that there may be any number. */
export const MAX_CANDIDATES = 256;

/**
 * For each first open whose click is known, there are this many whose click is not: their users came
 * without a link, or from another network. On Android, those with a click mostly name it.
 */
const ABSENT_PER_PRESENT = { ios: 0.8, android: 2 } as const;
/** How long clicks from an IP address are remembered, to know how many phones share it. */
export const MEMORY_MINUTES = 360;
/** How long a project's clicks are remembered with their signals, in minutes. */
export function rememberedMinutes(project: Pick<Project, 'matchingWindowMinutes'>): number {
  return Math.max(project.matchingWindowMinutes, MEMORY_MINUTES);
}
/** The prior for an IP address before anyone is seen there: this many phones in this many minutes. */
const UNSEEN = { phones: 0.09, minutes: 60 } as const;
/**
 * Most installs happen at once, the others over a day: the share of each kind, and the minutes within which half of it
 * has happened. Fitted to the quantiles of TalkingData's public sample of ad clicks (`bench attribution`).
 */
const DELAYS = [
  { share: 0.6, median: 1 },
  { share: 0.4, median: 120 },
] as const;
/** Timing tells two clicks apart by no more than this: by itself, it never makes a match. */
const MAX_TIMING_BITS = 4;
/** Phones at one IP address resemble each other, so agreement counts for no more than this. */
const MAX_BITS = 7;
/** Links whose best clicks are closer than this are not told apart. */
export const TOLD_APART_BITS = 3;
/** A further click with the same signals is mostly the same person again, or else a phone of the same kind. */
const PHONES_PER_REPETITION = 0.5;

/**
 * Chooses among the clicks from one IP address, or abstains. The rivals are clicks on other links,
 * and the possibility that the phone's own click is not among them, which is likelier the more phones
 * share the IP address. A click competes with less weight the less likely an install is at its age.
 */
export function decideMatch(open: FirstOpenSignals, clicks: readonly Candidate[]): MatchDecision {
  const from = open.at.getTime() - open.windowMinutes * MINUTE_MS;
  const candidates = clicks.filter((click) => click.clickedAt.getTime() >= from);
  const sameSystem = candidates.filter((click) => click.os === open.os);
  const compared = clicks
    .filter((click) => click.os === open.os && !click.used)
    .map((candidate) => {
      const signals = weighSignals(open.os, candidate.signals, open.signals);
      return { candidate, signals, bits: sumBits(signals) };
    })
    .toSorted(byEvidence);
  const weighed = compared.filter(({ candidate }) => candidate.clickedAt.getTime() >= from);
  const best = weighed[0];
  const clicksSeen = candidates.length;
  const nothing = { chosen: null, weighed, clicksSeen, runnerUp: null, confidence: 0 };
  const otherPhones = countOtherPhones(open.os, clicks, best?.candidate);
  if (clicks.length > MAX_CANDIDATES) {
    return { ...nothing, reason: 'too_many_clicks', otherPhones };
  }
  if (best === undefined) {
    return { ...nothing, reason: reasonForNone(candidates, sameSystem), otherPhones };
  }
  // Among clicks on one link the newest wins (Rule: attribution), even if they forward different values.
  const rivals = compared.filter((other) => other.candidate.linkKey !== best.candidate.linkKey);
  const confidence = confidenceOf(open, best, rivals, otherPhones);
  const decided = { weighed, clicksSeen, runnerUp: rivals[0] ?? null, confidence, otherPhones };
  // Contradicting signals count, however well the timing fits.
  if (confidence >= REQUIRED_CONFIDENCE && best.bits >= 0)
    return { ...decided, reason: 'matched', chosen: best };
  return { ...decided, chosen: null, reason: reasonForDoubt(best, rivals[0]) };
}

/** Most evidence first; among equals, the newest. */
function byEvidence(a: WeighedCandidate, b: WeighedCandidate): number {
  return b.bits - a.bits || b.candidate.clickedAt.getTime() - a.candidate.clickedAt.getTime();
}

function confidenceOf(
  open: FirstOpenSignals,
  best: WeighedCandidate,
  rivals: readonly WeighedCandidate[],
  otherPhones: number,
): number {
  const weight = (each: WeighedCandidate) => 2 ** Math.min(MAX_BITS, each.bits);
  const expected = ({ candidate }: WeighedCandidate) =>
    followUp((open.at.getTime() - candidate.clickedAt.getTime()) / MINUTE_MS);
  const own = weight(best);
  const others = rivals.reduce(
    (sum, rival) => sum + weight(rival) * limitTiming(expected(rival) / expected(best)),
    0,
  );
  // Strangers' clicks per minute, compared with the share of own clicks that lead to an install in this minute.
  const seenFor = rememberedMinutes({ matchingWindowMinutes: open.windowMinutes });
  const strangers = (otherPhones + UNSEEN.phones) / (seenFor + UNSEEN.minutes);
  const absent = (ABSENT_PER_PRESENT[open.os] * strangers) / expected(best);
  return own / (own + others + absent);
}

/** The share of installs that happen in the minute after this many minutes. */
function followUp(minutes: number): number {
  const age = Math.max(0, minutes);
  return DELAYS.reduce((sum, { share, median }) => sum + (share * median) / (median + age) ** 2, 0);
}

function limitTiming(ratio: number): number {
  return Math.min(2 ** MAX_TIMING_BITS, Math.max(2 ** -MAX_TIMING_BITS, ratio));
}

/** Phones seen at the IP address besides the best candidate's; one with the other operating system counts half. */
function countOtherPhones(
  os: PhoneOs,
  clicks: readonly Candidate[],
  best: Candidate | undefined,
): number {
  const seen = new Set(best && [identityOf(best)]);
  let phones = 0;
  for (const click of clicks) {
    if (click === best) continue;
    const identity = identityOf(click);
    const weight = seen.has(identity) ? PHONES_PER_REPETITION : 1;
    phones += click.os === os ? weight : weight / 2;
    seen.add(identity);
  }
  return phones;
}

function identityOf({ os, signals }: Candidate): string {
  return JSON.stringify([os, signals]);
}

function reasonForNone(
  candidates: readonly Candidate[],
  sameSystem: readonly Candidate[],
): SignalsReason {
  if (candidates.length === 0) return 'no_click_from_this_address';
  return sameSystem.length === 0 ? 'no_click_of_this_system' : 'clicks_used';
}

function reasonForDoubt(
  best: WeighedCandidate,
  rival: WeighedCandidate | undefined,
): SignalsReason {
  if (best.bits < 0) return 'signals_differ';
  return rival !== undefined && best.bits - rival.bits < TOLD_APART_BITS
    ? 'not_told_apart'
    : 'not_sure_enough';
}
