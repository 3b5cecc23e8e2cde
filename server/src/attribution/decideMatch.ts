import type { PhoneOs, PhoneSignals } from './PhoneSignals.ts';
import { type SignalVerdict, sumBits, weighSignals } from './weighSignals.ts';

/** A click of the first open's address and project within the window. */
export interface Candidate {
  readonly clickId: string;
  readonly linkKey: number;
  readonly linkId: string;
  readonly slug: string;
  /** Parameters that the visit forwards to the app. */
  readonly forwarded: string | null;
  readonly clickedAt: Date;
  readonly os: PhoneOs | null;
  readonly signals: PhoneSignals;
  /** It opened the app or was credited before. */
  readonly used: boolean;
}

/** A click weighed against the first open. */
export interface WeighedCandidate {
  readonly candidate: Candidate;
  readonly signals: readonly SignalVerdict[];
  /** Evidence that click and first open are one phone. */
  readonly bits: number;
}

export type SignalsReason =
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
  /** Best first; clicks of the other system and used ones are not weighed. */
  readonly weighed: readonly WeighedCandidate[];
  /** The best candidate that would deliver something else than the best one. */
  readonly runnerUp: WeighedCandidate | null;
  /** Probability that the best candidate's link is the one, and what it has to reach. */
  readonly sureness: number;
  /** Other phones that were seen at the address, as far as signals tell them apart. */
  readonly otherPhones: number;
}

/** What a match has to reach. */
export const NEEDED_SURENESS = 0.95;
/** Clicks of one address that are looked at; beyond them there may be any number. */
export const MOST_CANDIDATES = 256;

/** How many other phones stand behind an address of which only one is seen. */
const UNSEEN_PHONES = 0.01;
/** For each first open whose click is at hand there are this many whose click is not. */
const ABSENT_PER_PRESENT = 2;
/** Half of those who install do it within so many minutes. */
const MEDIAN_DELAY_MINUTES = 5;

/**
 * Chooses among the clicks of one address, or abstains. The rivals are the clicks of other links, and
 * the possibility that the phone's own click is not among them: the likelier, the more phones share
 * the address. Time speaks against that possibility only; it never tells two clicks apart.
 */
export function decideMatch(
  open: { readonly os: PhoneOs; readonly signals: PhoneSignals; readonly at: Date },
  candidates: readonly Candidate[],
): MatchDecision {
  const sameSystem = candidates.filter((each) => each.os === open.os);
  const weighed = sameSystem
    .filter((each) => !each.used)
    .map((candidate) => {
      const signals = weighSignals(open.os, candidate.signals, open.signals);
      return { candidate, signals, bits: sumBits(signals) };
    })
    .toSorted(byEvidence);
  const best = weighed[0];
  const nothing = { chosen: null, weighed, runnerUp: null, sureness: 0 };
  const otherPhones = countOtherPhones(open.os, candidates, best?.candidate);
  if (candidates.length > MOST_CANDIDATES) {
    return { ...nothing, reason: 'too_many_clicks', otherPhones };
  }
  if (best === undefined) {
    return { ...nothing, reason: reasonForNone(candidates, sameSystem), otherPhones };
  }
  const rivals = weighed.filter((each) => !deliversTheSame(each.candidate, best.candidate));
  const sureness = surenessOf(best, rivals, otherPhones, open.at);
  const decided = { weighed, runnerUp: rivals[0] ?? null, sureness, otherPhones };
  if (sureness >= NEEDED_SURENESS) return { ...decided, reason: 'matched', chosen: best };
  return { ...decided, chosen: null, reason: reasonForDoubt(best, rivals[0]) };
}

/** The same link, and the same forwarded parameters: those can be a person's own. */
function deliversTheSame(one: Candidate, other: Candidate): boolean {
  return one.linkKey === other.linkKey && one.forwarded === other.forwarded;
}

/** Most evidence first; among equals the newest. */
function byEvidence(a: WeighedCandidate, b: WeighedCandidate): number {
  return b.bits - a.bits || b.candidate.clickedAt.getTime() - a.candidate.clickedAt.getTime();
}

function surenessOf(
  best: WeighedCandidate,
  rivals: readonly WeighedCandidate[],
  otherPhones: number,
  at: Date,
): number {
  const own = 2 ** best.bits;
  const others = rivals.reduce((sum, each) => sum + 2 ** each.bits, 0);
  const absent = ABSENT_PER_PRESENT * (UNSEEN_PHONES + otherPhones);
  const minutes = (at.getTime() - best.candidate.clickedAt.getTime()) / 60_000;
  return own / (own + others + absent / favourOfDelay(minutes));
}

/** How much likelier this delay is for the phone's own click than for a stranger's, within bounds. */
function favourOfDelay(minutes: number): number {
  const density = 12 / (1 + Math.max(0, minutes) / MEDIAN_DELAY_MINUTES) ** 2;
  return Math.min(4, Math.max(0.4, density));
}

/** Distinct sets of signals besides the best candidate's; a phone of the other system counts half. */
function countOtherPhones(
  os: PhoneOs,
  candidates: readonly Candidate[],
  best: Candidate | undefined,
): number {
  const phones = new Map<string, number>();
  for (const each of candidates) {
    phones.set(JSON.stringify([each.os, each.signals]), each.os === os ? 1 : 0.5);
  }
  if (best !== undefined) phones.delete(JSON.stringify([best.os, best.signals]));
  return [...phones.values()].reduce((sum, weight) => sum + weight, 0);
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
  return rival !== undefined && best.bits - rival.bits < 3 ? 'not_told_apart' : 'not_sure_enough';
}
