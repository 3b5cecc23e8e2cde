import { timeOfId } from '../lib/uuid.ts';
import type { ClickHouse } from './ClickHouse.ts';
import { type ClickScope, ofScope, timeLiteral, uuidList } from './ClickScope.ts';

/** A click as it is stored; values that are not known are empty. */
export interface StoredClick {
  readonly id: string;
  readonly linkKey: number;
  /** Milliseconds. */
  readonly at: number;
  readonly kind: number;
  readonly source: number;
  readonly device: string;
  readonly os: string;
  readonly browser: string;
  readonly country: string;
  readonly app: string;
  readonly referrer: string;
}

const COLUMNS = `toString(id) AS id, link_key AS linkKey, toUnixTimestamp64Milli(at) AS at, kind, source, device, os,
  browser, country, app, referrer`;

/** The newest clicks of a link; those whose id is not above `after` are left out. */
export async function findRecentClicks(
  ch: ClickHouse,
  scope: ClickScope,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<StoredClick[]> {
  // Ids of type UUID sort by their second half, so they are compared as text.
  const since =
    after === undefined
      ? ''
      : ` AND clicks.at >= ${timeLiteral(new Date(timeOfId(after)))} AND toString(clicks.id) > {after:String}`;
  return ch.select<StoredClick>(
    `SELECT ${COLUMNS} FROM clicks WHERE ${ofScope(scope)}${since}
     ORDER BY clicks.at DESC, toString(clicks.id) DESC LIMIT ${limit}`,
    after === undefined ? {} : { after },
  );
}

/** What a click is looked up for. */
interface FoundClick {
  readonly id: string;
  readonly linkKey: number;
  /** Milliseconds. */
  readonly at: number;
  readonly kind: number;
  /** Empty: not known. */
  readonly os: string;
  /** The journal that it was loaded from. */
  readonly journal: string;
}

/** Clicks by their ids; one that is not there is missing. */
export async function findClicks(ch: ClickHouse, ids: readonly string[]): Promise<FoundClick[]> {
  if (ids.length === 0) return [];
  return ch.select<FoundClick>(
    `SELECT toString(id) AS id, link_key AS linkKey, toUnixTimestamp64Milli(at) AS at, kind, os, journal
     FROM clicks WHERE ${ofIds(ids)}`,
  );
}

/** SQL: clicks with these ids; by the times in them, partitions are left out and rows are found. */
export function ofIds(ids: readonly string[]): string {
  const times = [...new Set(ids.map(timeOfId))].map((at) => timeLiteral(new Date(at)));
  return `clicks.at IN (${times.join(', ')}) AND clicks.id IN ${uuidList(ids)}`;
}
