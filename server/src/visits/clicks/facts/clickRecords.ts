import { timeOfId, UUID_PATTERN } from '#platform/lib/uuid.ts';
import { type Click, CLICK_FIELDS } from './Click.ts';
import { type EventBatch, EVENT_BATCH_FIELDS } from './events.ts';
import { flag, id, key, moment, recordOf, text, type ValuesOf } from './fieldTypes.ts';

/** An app opened by an earlier click, which is already in the ledger. */
export const OPEN_FIELDS = { clickId: id, linkKey: key, at: moment };
export type OpenedClick = ValuesOf<typeof OPEN_FIELDS>;

/** What one of our pages reported about the phone showing it, for the click that led to the page. */
export const REPORT_FIELDS = {
  clickId: id,
  /** CSS pixels, the longer side last. */
  screen: text,
  timeZone: text,
  language: text,
  /** It has touch points, as an iPad does and a Mac does not. */
  touches: flag,
};
export type PhoneReport = ValuesOf<typeof REPORT_FIELDS>;

/** A record of the journal. Each only adds a fact, so that the order in which journals are loaded does not matter. */
export type LedgerRecord =
  | { readonly type: 'click'; readonly click: Click }
  | { readonly type: 'open'; readonly open: OpenedClick }
  | { readonly type: 'report'; readonly report: PhoneReport }
  | { readonly type: 'events'; readonly batch: EventBatch };

const CLICK = recordOf('click', CLICK_FIELDS);
const OPEN = recordOf('open', OPEN_FIELDS);
const REPORT = recordOf('report', REPORT_FIELDS);
const EVENTS = recordOf('events', EVENT_BATCH_FIELDS);

export const encodeClick = (click: Click): string => CLICK.encode(click);
export const encodeOpen = (open: OpenedClick): string => OPEN.encode(open);
export const encodeReport = (report: PhoneReport): string => REPORT.encode(report);
export const encodeEvents = (batch: EventBatch): string => EVENTS.encode(batch);

/**
 * Throws a RangeError for anything that is not a record: a line written by a later version, or damage with a matching
 * checksum.
 */
export function decodeRecord(line: string): LedgerRecord {
  const record = readList(line);
  const [type, id] = record;
  if (typeof id !== 'string' || !UUID_PATTERN.test(id)) {
    throw new RangeError('A record without an id');
  }
  switch (type) {
    case 'click':
      return { type, click: { ...CLICK.decode(record), at: timeOfId(id) } };
    case 'open':
      return { type, open: OPEN.decode(record) };
    case 'report':
      return { type, report: REPORT.decode(record) };
    case 'events':
      return { type, batch: EVENTS.decode(record) };
    default:
      throw new RangeError('A record of an unknown kind');
  }
}

function readList(line: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(line);
    if (Array.isArray(value)) return value;
  } catch {
    // Reported below.
  }
  throw new RangeError('A record that is no list');
}
