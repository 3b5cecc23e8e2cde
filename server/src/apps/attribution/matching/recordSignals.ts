import type { ClickLedger } from '#visits/clicks/createClickLedger.ts';
import { UUID_PATTERN } from '#platform/lib/uuid.ts';
import { readLanguageTag, readScreen, readTimeZone } from './PhoneSignals.ts';

/** What one of our pages reports about the phone showing it; any of it may be missing or nonsense. */
export interface ReportedSignals {
  readonly clickId: string;
  /** CSS pixels, `390x844`. */
  readonly screen?: string | null | undefined;
  /** IANA name. */
  readonly timeZone?: string | null | undefined;
  /** `navigator.language`. */
  readonly language?: string | null | undefined;
  /** `navigator.maxTouchPoints`: more than one tells an iPad from a Mac. */
  readonly touchPoints?: number | null | undefined;
}

/**
 * Adds what a page reports to the signals of its click. The caller checks whether the reporter may speak for the
 * click; for a click that is unknown, has no signals or is used, nothing changes.
 */
export async function recordSignals(
  ledger: Pick<ClickLedger, 'recordReport'>,
  reported: ReportedSignals,
): Promise<void> {
  if (!UUID_PATTERN.test(reported.clickId)) return;
  await ledger.recordReport({
    clickId: reported.clickId,
    screen: readScreen(reported.screen),
    timeZone: readTimeZone(reported.timeZone),
    language: readLanguageTag(reported.language),
    touches: (reported.touchPoints ?? 0) > 1,
  });
}
