import { type ReceivedEvent, RECEIVED_FIELDS, storedText } from '../../clicks/facts/events.ts';
import { snakeCase } from '../../clicks/facts/factColumns.ts';
import { UUID_PATTERN } from '#platform/lib/uuid.ts';
import type { ClickHouse } from '../connection/ClickHouse.ts';
import { EVENTS } from '../connection/schema.ts';

/** An event as it is stored. */
export type StoredEvent = ReceivedEvent & {
  /** What it was credited to when its person was erased. */
  readonly linkKey?: number | null;
};

/** Copies that an app said; times, which are subtracted, are below 2^42 before 1970 and below 2^44 after it. */
const BY_APPS = 2n ** 63n;
/** Copies that a server or a source said: each above all that apps said (Rule: events 15). */
const BY_OTHERS = BY_APPS + 2n ** 44n;

/** Of an event whose person was erased: above all other copies that apps said, or above all others. */
export function forgottenVersion(fromApp: boolean): string {
  return String(fromApp ? BY_APPS + 2n ** 42n : 2n ** 64n - 1n);
}

/** The copy received first is the highest, of those that a server or a source said if there are any. */
function versionOf({ receivedAt, fromApp, linkKey }: StoredEvent): string {
  if (linkKey) return forgottenVersion(fromApp);
  return String((fromApp ? BY_APPS : BY_OTHERS) - BigInt(Math.trunc(receivedAt)));
}

/** Adds events, however often: the table keeps the copy received first. */
export function insertEvents(ch: ClickHouse, events: readonly StoredEvent[]): Promise<void> {
  return insertRows(
    ch,
    events.map((event) => ({
      ...Object.fromEntries(
        FIELDS.map((name) => [snakeCase(name), storedValue(name, event[name])]),
      ),
      link_key: event.linkKey ?? null,
      version: versionOf(event),
    })),
  );
}

const COLUMNS = EVENTS.columns.map(([name]) => name);

/** Adds rows with the columns of the table. */
export async function insertRows(
  ch: ClickHouse,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  if (rows.length === 0) return;
  await ch.insert({
    table: EVENTS.name,
    columns: COLUMNS,
    rows: rows.map((row) => COLUMNS.map((name) => row[name])),
    // Nothing is to be passed over.
    token: crypto.randomUUID(),
  });
}

const FIELDS = Object.keys(RECEIVED_FIELDS) as (keyof ReceivedEvent)[];

function storedValue(name: keyof ReceivedEvent, value: unknown): unknown {
  if (value === null) return null;
  switch (RECEIVED_FIELDS[name].postgres.name) {
    case 'timestamptz':
      return new Date(Math.min(Math.max(Number(value), FIRST_MS), LAST_MS)).toISOString();
    case 'jsonb':
      return JSON.stringify(value);
    case 'text':
      // As PostgreSQL stores it, which gets it back in answers.
      return storedText(value as string);
    default:
      return value;
  }
}

/** The bounds of a DateTime64. */
export const FIRST_MS = Date.UTC(1900, 0, 1);
const LAST_MS = Date.UTC(2300, 0, 1) - 1;

const MAX_QUANTITY = 2 ** 31 - 1;
const isWhole = (value: number | null, max = Number.MAX_SAFE_INTEGER) =>
  value === null || (Number.isSafeInteger(value) && Math.abs(value) <= max);

/** NUL and halves of surrogate pairs, as `JSON.stringify` writes them: PostgreSQL's JSON has neither. */
const NO_JSON = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/**
 * Whether both stores take it; what only ClickHouse refuses would hold up every later batch. Senders may say any time: what is before
 * `FIRST_MS` is stored as of then.
 */
export function isStorableEvent(event: ReceivedEvent): boolean {
  const { projectId, sourceId, receivedAt, at, clickId, amount, currency, quantity } = event;
  return (
    UUID_PATTERN.test(projectId) &&
    [clickId, sourceId].every((id) => id === null || UUID_PATTERN.test(id)) &&
    receivedAt >= FIRST_MS &&
    Math.max(receivedAt, at) <= LAST_MS &&
    isWhole(amount) &&
    (amount === null) === (currency === null) &&
    isWhole(quantity, MAX_QUANTITY) &&
    !NO_JSON.test(JSON.stringify([event.items, event.properties]))
  );
}
