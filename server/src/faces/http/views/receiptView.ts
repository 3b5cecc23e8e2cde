import type { Receipt } from '@fairlead/contract/attributionResources';
import { describeTimeline } from '#apps/attribution/describeTimeline.ts';
import { explainBriefly, explainReceipt } from '#apps/attribution/explainReceipt.ts';
import type { MatchReceipt } from '#apps/attribution/matching/MatchReceipt.ts';
import type { OpeningInstallation } from '#apps/attribution/OpeningInstallation.ts';
import { summarizeReceipt } from '#apps/attribution/summarizeReceipt.ts';

/** `opener`: the installation, if it is known. */
export function renderReceipt(
  receipt: MatchReceipt,
  opener: Pick<OpeningInstallation, 'firstSeenAt'> | null,
): Receipt {
  const { details } = receipt;
  return {
    id: receipt.id,
    ...(receipt.installationId !== null && { installationId: receipt.installationId }),
    createdAt: receipt.createdAt.toISOString(),
    matchType: receipt.matchType,
    reason: receipt.reason,
    summary: summarizeReceipt(receipt),
    timeline: describeTimeline(receipt, opener).map(({ at, ...step }) => ({
      ...step,
      at: at.toISOString(),
    })),
    explanation: explainReceipt(receipt),
    delivered: details.delivered,
    test: details.test,
    credited: details.credited,
    methods: details.methods.map((method) => ({ ...method })),
    referrers: details.referrers && { ...details.referrers },
    windowMinutes: details.windowMinutes,
    confidence: details.confidence,
    requiredConfidence: details.requiredConfidence,
    otherPhones: details.otherPhones,
    clicksSeen: details.clicksSeen,
    candidates: details.candidates.map((each) => ({
      ...each,
      signals: each.signals.map((signal) => ({ ...signal })),
    })),
    runnerUp: details.runnerUp,
  };
}

/**
 * What a debug build sees with a publishable key, which anyone can have: its own method, reason and window.
 * Nothing about other clicks from its IP address, which are other people's (Rule: attribution).
 */
export function renderOwnReceipt(receipt: MatchReceipt): Receipt {
  const own = { ...receipt, details: { ...receipt.details, confidence: null, candidates: [] } };
  return {
    ...renderReceipt(own, null),
    timeline: [],
    explanation: explainBriefly(own),
    delivered: null,
    credited: null,
    referrers: null,
    confidence: null,
    otherPhones: null,
    clicksSeen: null,
    candidates: [],
    runnerUp: null,
  };
}
