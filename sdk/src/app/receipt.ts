import type { AppOptions, AppReceipt, ReceiptStep } from './types.ts';

const MAX_STEPS = 100;

/** Collects what happened since the start, for `receipt()`. */
export function createReceipt(log: AppOptions['log']) {
  const steps: ReceiptStep[] = [];
  const receipt = {
    installationId: (): string | undefined => undefined,
    waiting: () => 0,
    firstOpen: false,
    delivered: 0,
    resolved: 0,
    matchType: undefined as AppReceipt['matchType'],
    match: undefined as AppReceipt['match'],
    reinstall: undefined as AppReceipt['reinstall'],
    note: (
      step: ReceiptStep['step'],
      outcome: ReceiptStep['outcome'],
      detail: string,
      requestId?: string,
    ): void => {
      const entry = { at: new Date().toISOString(), step, outcome, detail, requestId };
      steps.push(entry);
      if (steps.length > MAX_STEPS) steps.shift();
      try {
        log?.(entry);
      } catch {
        // A failing log is no reason to lose a link.
      }
    },
    read: (): AppReceipt => ({
      installationId: receipt.installationId(),
      firstOpen: receipt.firstOpen,
      delivered: receipt.delivered,
      waiting: receipt.waiting(),
      matchType: receipt.matchType,
      match: receipt.match,
      reinstall: receipt.reinstall,
      steps: steps.slice(),
    }),
  };
  return receipt;
}

/** The receipt as lines of text, for a screen of your own. */
export function formatReceipt(receipt: AppReceipt): string {
  const { installationId, firstOpen, delivered, waiting, matchType, match, reinstall, steps } =
    receipt;
  return [
    `${firstOpen ? 'First open' : 'Opened again'} · ${delivered} delivered · ${waiting} waiting`,
    `Installation ${installationId ?? 'not recognised (no consent)'}`,
    reinstall && `Reinstalled: it was ${reinstall.previousInstallationId} before`,
    matchType !== undefined && `Deferred match: ${matchType ?? 'none'}`,
    ...(match?.explanation ?? []),
    ...steps.map(
      ({ at, step, outcome, detail }) => `${at.slice(11, 23)} ${step} ${outcome}: ${detail}`,
    ),
  ]
    .filter(Boolean)
    .join('\n');
}
