import type { Receipt } from '@fairlead/contract/attributionResources';
import { explainReceipt } from '../../attribution/explainReceipt.ts';
import type { MatchReceipt } from '../../attribution/MatchReceipt.ts';

export function renderReceipt(receipt: MatchReceipt): Receipt {
  const { details } = receipt;
  return {
    id: receipt.id,
    ...(receipt.installationId !== null && { installationId: receipt.installationId }),
    createdAt: receipt.createdAt.toISOString(),
    matchType: receipt.matchType,
    reason: receipt.reason,
    words: explainReceipt(receipt),
    credited: details.credited,
    methods: details.methods.map((each) => ({ ...each })),
    windowMinutes: details.windowMinutes,
    sureness: details.sureness,
    neededSureness: details.neededSureness,
    otherPhones: details.otherPhones,
    clicksSeen: details.clicksSeen,
    candidates: details.candidates.map((each) => ({
      ...each,
      signals: each.signals.map((signal) => ({ ...signal })),
    })),
    runnerUp: details.runnerUp,
  };
}
