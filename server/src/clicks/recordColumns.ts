import {
  bigints,
  booleans,
  safeIntegers,
  smallints,
  timestamps,
  uuids,
} from '../db/binaryArrays.ts';
import type { Click } from './Click.ts';
import type { OpenedClick, PhoneReport } from './clickRecords.ts';

/** Columns of `opens`: `click_id, opened_at, link_key`. */
export function openColumnsOf(opens: readonly OpenedClick[]): Buffer[] {
  return [
    uuids(opens, (open) => open.clickId),
    timestamps(opens, (open) => open.at),
    safeIntegers(opens, (open) => open.linkKey),
  ];
}

/** What attribution needs of a phone's click: nine columns of `click_signals` and two of `click_queries`. */
export function traceColumnsOf(clicks: readonly Click[]): (Buffer | string)[] {
  const signalled = clicks.flatMap((click) =>
    click.signals === null ? [] : [{ click, signals: click.signals }],
  );
  const forwarding = clicks.filter((click) => click.forwarded !== null);
  return [
    uuids(signalled, (row) => row.click.id),
    timestamps(signalled, (row) => row.click.at),
    safeIntegers(signalled, (row) => row.click.linkKey),
    uuids(signalled, (row) => row.signals.projectId),
    bigints(signalled, (row) => row.signals.addressHash),
    texts(signalled, (row) => row.signals.os),
    smallints(signalled, (row) => row.signals.osMajor),
    texts(signalled, (row) => row.signals.model),
    texts(signalled, (row) => row.signals.language),
    uuids(forwarding, (click) => click.id),
    texts(forwarding, (click) => click.forwarded),
  ];
}

/** Columns of `click_reports`: `click_id, screen, time_zone, language, touches`. */
export function reportColumnsOf(reports: readonly PhoneReport[]): (Buffer | string)[] {
  return [
    uuids(reports, (report) => report.clickId),
    texts(reports, (report) => report.screen),
    texts(reports, (report) => report.timeZone),
    texts(reports, (report) => report.language),
    booleans(reports, (report) => report.touches),
  ];
}

/** A statement may touch a row only once: a later report of a page replaces the earlier one. */
export function togetherByClick(reports: readonly PhoneReport[]): PhoneReport[] {
  const byClick = new Map<string, PhoneReport>();
  for (const report of reports) {
    const before = byClick.get(report.clickId);
    byClick.set(report.clickId, {
      clickId: report.clickId,
      screen: report.screen ?? before?.screen ?? null,
      timeZone: report.timeZone ?? before?.timeZone ?? null,
      language: report.language ?? before?.language ?? null,
      touches: report.touches || before?.touches === true,
    });
  }
  return [...byClick.values()];
}

/** An array literal of free text. */
function texts<Row>(rows: readonly Row[], value: (row: Row) => string | null): string {
  return `{${rows.map((row) => quoted(value(row))).join(',')}}`;
}

function quoted(text: string | null): string {
  if (text === null) return 'null';
  return `"${text.replaceAll('\u0000', '').replaceAll(/[\\"]/g, '\\$&')}"`;
}
