import type { NoMatchReason } from '@fairlead/contract/matchReasons';
import type { MatchDecision } from './decideMatch.ts';
import type { CreditKind } from '../OpeningInstallation.ts';
import type { DescribedReferrers } from '../referrers/describeReferrers.ts';
import type { PhoneSignals } from './PhoneSignals.ts';
import type { SignalVerdict } from './weighSignals.ts';

export type MatchMethod = 'clickId' | 'clipboard' | 'deepLink' | 'signals' | 'testCode';
export type MatchType = 'deterministic' | 'fingerprint';

/** Why a first open was matched or not. */
export type MatchReason = 'matched' | 'test' | NoMatchReason;

export interface TriedMethod {
  readonly method: MatchMethod;
  readonly outcome: 'matched' | 'noMatch' | 'notTried';
  readonly reason: MatchReason | 'not_sent' | 'not_needed';
}

export interface ReceiptCandidate {
  readonly clickId: string;
  readonly linkId: string;
  readonly slug: string;
  /** ISO 8601. */
  readonly clickedAt: string;
  readonly bits: number;
  readonly chosen: boolean;
  readonly signals: readonly (SignalVerdict & {
    readonly click?: string;
    readonly open?: string;
  })[];
}

export interface DeliveredClick {
  readonly clickId: string;
  readonly linkId: string;
  readonly slug: string;
}

/** What a receipt stores besides its columns; written once, as JSON. */
export interface ReceiptDetails {
  readonly methods: readonly TriedMethod[];
  /** The click whose link the app was given. */
  readonly delivered: DeliveredClick | null;
  /** The link that a test code gave the app; null: no test. */
  readonly test: Omit<DeliveredClick, 'clickId'> | null;
  /** Also null if the app names no known installation: there is nothing to count. */
  readonly credited: (DeliveredClick & { readonly as: CreditKind }) | null;
  /** Null if the app sent none. */
  readonly referrers: DescribedReferrers | null;
  readonly windowMinutes: number;
  readonly requiredConfidence: number;
  /** Null if signals were not compared. */
  readonly confidence: number | null;
  readonly otherPhones: number | null;
  readonly clicksSeen: number | null;
  /** The best ten, best first. */
  readonly candidates: readonly ReceiptCandidate[];
  readonly runnerUp: string | null;
}

export interface MatchReceipt {
  readonly id: string;
  readonly installationId: string | null;
  readonly createdAt: Date;
  readonly matchType: MatchType | null;
  readonly reason: MatchReason;
  readonly clickId: string | null;
  readonly linkKey: number | null;
  readonly details: ReceiptDetails;
}

const KEPT_CANDIDATES = 10;

/** The part of a receipt that shows how clicks were compared. */
export function describeDecision(
  decision: MatchDecision,
  open: PhoneSignals,
): Pick<ReceiptDetails, 'confidence' | 'otherPhones' | 'clicksSeen' | 'candidates' | 'runnerUp'> {
  const { chosen } = decision;
  return {
    // Rounded down, so that confidence just below the requirement does not appear to reach it, and a match by signals
    // never appears certain.
    confidence: Math.floor(decision.confidence * 10_000) / 10_000,
    otherPhones: decision.otherPhones,
    clicksSeen: decision.clicksSeen,
    candidates: decision.weighed.slice(0, KEPT_CANDIDATES).map((weighed) => ({
      clickId: weighed.candidate.clickId,
      linkId: weighed.candidate.linkId,
      slug: weighed.candidate.slug,
      clickedAt: weighed.candidate.clickedAt.toISOString(),
      bits: Number(weighed.bits.toFixed(2)),
      chosen: weighed === chosen,
      // For other people's phones, only the comparison is shown, not the values.
      signals:
        weighed === chosen
          ? weighed.signals.map((verdict) => withValues(verdict, weighed.candidate.signals, open))
          : weighed.signals,
    })),
    runnerUp: decision.runnerUp?.candidate.clickId ?? null,
  };
}

function withValues(verdict: SignalVerdict, click: PhoneSignals, open: PhoneSignals) {
  const [ofClick, ofOpen] = [click[verdict.signal], open[verdict.signal]];
  return {
    ...verdict,
    ...(ofClick !== null && { click: String(ofClick) }),
    ...(ofOpen !== null && { open: String(ofOpen) }),
  };
}
