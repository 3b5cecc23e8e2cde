import type { Pool } from 'pg';
import { UUID_PATTERN } from '../lib/uuid.ts';
import { readLanguageTag, readScreen, readTimeZone } from './PhoneSignals.ts';

/** What a page of ours reports of the phone that shows it; any of it may be missing or nonsense. */
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

const RECORD = `
update click_signals set
  screen = coalesce($2, screen),
  time_zone = coalesce($3, time_zone),
  language = coalesce($4, language),
  os = case when os is null and $5 then 'ios' else os end,
  model = case when os is null and $5 then 'iPad' else model end
where click_id = $1 and not used`;

/**
 * Adds what a page reports to the signals of its click. A click without signals, with spent ones, or
 * an unknown one is passed over: false. Whether the reporter may speak for the click is the page's to check.
 */
export async function recordSignals(pool: Pool, reported: ReportedSignals): Promise<boolean> {
  if (!UUID_PATTERN.test(reported.clickId)) return false;
  const { rowCount } = await pool.query({
    name: 'record-signals',
    text: RECORD,
    values: [
      reported.clickId,
      readScreen(reported.screen),
      readTimeZone(reported.timeZone),
      readLanguageTag(reported.language),
      (reported.touchPoints ?? 0) > 1,
    ],
  });
  return (rowCount ?? 0) > 0;
}
