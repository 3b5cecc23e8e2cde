import { timeOfId, UUID_PATTERN } from '../lib/uuid.ts';
import {
  type Click,
  CLICK_KIND,
  CLICK_SOURCE,
  type ClickKind,
  type ClickSource,
  nameOfCode,
} from './Click.ts';
import type { ClickSignals } from './ClickSignals.ts';

/** An app opened by an earlier click, which is already in the ledger. */
export interface OpenedClick {
  readonly clickId: string;
  readonly linkKey: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What one of our pages reported about the phone showing it, for the click that led to the page. */
export interface PhoneReport {
  readonly clickId: string;
  /** CSS pixels, the longer side last. */
  readonly screen: string | null;
  readonly timeZone: string | null;
  readonly language: string | null;
  /** It has touch points, as an iPad does and a Mac does not. */
  readonly touches: boolean;
}

/** A record of the journal. Each only adds a fact, so that the order in which journals are loaded does not matter. */
export type LedgerRecord =
  | { readonly type: 'click'; readonly click: Click }
  | { readonly type: 'open'; readonly open: OpenedClick }
  | { readonly type: 'report'; readonly report: PhoneReport };

/**
 * A record as a line of text. Arrays instead of objects halve its length. New values are added at the end, so that
 * journals of the previous version can be read.
 */
export function encodeClick(click: Click): string {
  const { signals } = click;
  return JSON.stringify([
    'click',
    click.id,
    click.linkKey,
    click.projectId,
    CLICK_KIND[click.kind],
    CLICK_SOURCE[click.source],
    click.device,
    click.os,
    click.browser,
    click.country,
    click.app,
    click.referrer,
    click.visitor,
    click.opened ? 1 : 0,
    signals && [signals.addressHash, signals.os, signals.osMajor, signals.model, signals.language],
    click.forwarded,
  ]);
}

export function encodeOpen({ clickId, linkKey, at }: OpenedClick): string {
  return JSON.stringify(['open', clickId, linkKey, at]);
}

export function encodeReport(report: PhoneReport): string {
  const { clickId, screen, timeZone, language, touches } = report;
  return JSON.stringify(['report', clickId, screen, timeZone, language, touches ? 1 : 0]);
}

/**
 * Throws a RangeError for anything that is not a record: a line written by a later version, or damage with a matching
 * checksum.
 */
export function decodeRecord(line: string): LedgerRecord {
  const fields = readFields(line);
  const [type, id] = fields;
  if (typeof id !== 'string' || !UUID_PATTERN.test(id))
    throw new RangeError('A record without an id');
  if (type === 'click') return { type, click: readClick(id, fields) };
  if (type === 'open') {
    return { type, open: { clickId: id, linkKey: numberAt(fields, 2), at: numberAt(fields, 3) } };
  }
  if (type === 'report') {
    const [screen, timeZone, language] = [2, 3, 4].map((index) => textAt(fields, index));
    const report = {
      clickId: id,
      screen: screen ?? null,
      timeZone: timeZone ?? null,
      language: language ?? null,
      touches: fields[5] === 1,
    };
    return { type, report };
  }
  throw new RangeError('A record of an unknown kind');
}

type Fields = readonly unknown[];

function readFields(line: string): Fields {
  try {
    const value: unknown = JSON.parse(line);
    if (Array.isArray(value)) return value;
  } catch {
    // Reported below.
  }
  throw new RangeError('A record that is no list');
}

function readClick(id: string, fields: Fields): Click {
  const text = (index: number) => textAt(fields, index);
  const projectId = text(3) ?? '';
  return {
    id,
    at: timeOfId(id),
    linkKey: numberAt(fields, 2),
    projectId,
    kind: nameOfCode<ClickKind>(CLICK_KIND, numberAt(fields, 4)),
    source: nameOfCode<ClickSource>(CLICK_SOURCE, numberAt(fields, 5)),
    device: text(6),
    os: text(7),
    browser: text(8),
    country: text(9),
    app: text(10),
    referrer: text(11),
    visitor: text(12),
    opened: fields[13] === 1,
    signals: readSignals(projectId, fields[14]),
    forwarded: text(15),
  };
}

function readSignals(projectId: string, value: unknown): ClickSignals | null {
  if (!Array.isArray(value)) return null;
  const [addressHash, os, osMajor, model, language] = value as unknown[];
  return {
    projectId,
    addressHash: String(addressHash),
    os: os === 'ios' || os === 'android' ? os : null,
    osMajor: typeof osMajor === 'number' ? osMajor : null,
    model: typeof model === 'string' ? model : null,
    language: typeof language === 'string' ? language : null,
  };
}

function textAt(fields: Fields, index: number): string | null {
  const value = fields[index];
  return typeof value === 'string' ? value : null;
}

function numberAt(fields: Fields, index: number): number {
  const value = fields[index];
  if (typeof value !== 'number') throw new RangeError(`A record without the number at ${index}`);
  return value;
}
