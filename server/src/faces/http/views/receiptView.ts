import type { Receipt } from '@fairlead/contract/attributionResources';
import { explainBriefly, explainReceipt } from '#apps/attribution/explainReceipt.ts';
import type { MatchReceipt } from '#apps/attribution/matching/MatchReceipt.ts';

export function renderReceipt(receipt: MatchReceipt): Receipt {
  const { details } = receipt;
  return {
    id: receipt.id,
    ...(receipt.installationId !== null && { installationId: receipt.installationId }),
    createdAt: receipt.createdAt.toISOString(),
    matchType: receipt.matchType,
    reason: receipt.reason,
    explanation: explainReceipt(receipt),
    delivered: details.delivered,
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
  return {
    ...renderReceipt(receipt),
    explanation: explainBriefly(receipt),
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
