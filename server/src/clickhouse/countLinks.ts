import type { TimeRange } from '../lib/timeRange.ts';
import type { ClickHouse } from './ClickHouse.ts';
import { keyList, ofScope, uuidList, within, withinAny } from './ClickScope.ts';
import type { PendingDeletion } from './pending.ts';
import { TOP_VALUES, VALUES_OF_LINK } from './dimensions.ts';

/** Numbers of one link in a range of time. */
export interface LinkCount {
  readonly key: number;
  readonly clicks: number;
  readonly previews: number;
  readonly bots: number;
  /** Milliseconds; 0 without a click of a person. */
  readonly lastClickedAt: number;
}

/** The most common values among a link's clicks of people; empty where none is known. */
export interface LinkValues {
  readonly key: number;
  readonly device: string;
  readonly os: string;
  readonly browser: string;
  readonly country: string;
}

interface Selection {
  readonly projectId: string;
  /** Undefined: every link of the project. */
  readonly keys?: readonly number[];
  readonly range: TimeRange;
}

const COUNTS = `link_key AS key, countIf(kind = 1) AS clicks, countIf(kind = 2) AS previews, countIf(kind = 3) AS bots,
  toUnixTimestamp64Milli(maxIf(at, kind = 1)) AS lastClickedAt`;

/** Links without anything in the range are missing. */
export function streamLinkCounts(
  ch: ClickHouse,
  asked: Selection,
): AsyncIterable<readonly LinkCount[]> {
  return ch.stream<LinkCount>(`SELECT ${COUNTS} FROM clicks WHERE ${ofLinks(asked)} GROUP BY key`);
}

/** Of every link of every project, whole life. */
export function streamAllCounts(ch: ClickHouse): AsyncIterable<readonly LinkCount[]> {
  return ch.stream<LinkCount>(`SELECT ${COUNTS} FROM clicks GROUP BY key`);
}

interface ValuesSelection extends Selection {
  /** Deletions of the project that are under way. */
  readonly pending: readonly PendingDeletion[];
}

/** Without a range those of the whole life, expired clicks included. */
export function streamLinkValues(
  ch: ClickHouse,
  asked: ValuesSelection,
): AsyncIterable<readonly LinkValues[]> {
  const { range, pending } = asked;
  const unfolded = pending.filter(({ folded }) => !folded).map(({ slice }) => slice);
  const gone = pending.filter(({ folded }) => folded);
  const expired =
    range.from || range.to
      ? ''
      : `UNION ALL
        SELECT link_key, dimension, toString(value), clicks FROM expired_values
        WHERE ${ofLinks(asked)} AND slice NOT IN ${uuidList(unfolded)}`;
  return ch.stream<LinkValues>(`
    SELECT link_key AS key, ${TOP_VALUES}
    FROM (
      SELECT link_key, dimension, value, sum(clicks) AS clicks
      FROM (
        SELECT link_key, pair.1 AS dimension, pair.2 AS value, count() AS clicks
        FROM clicks ARRAY JOIN ${VALUES_OF_LINK} AS pair
        WHERE ${ofLinks(asked)} AND kind = 1 AND NOT ${withinAny('at', gone)}
        GROUP BY link_key, dimension, value
        ${expired}
      ) GROUP BY link_key, dimension, value
    ) GROUP BY key`);
}

function ofLinks({ projectId, keys, range }: Selection): string {
  const links = keys === undefined ? '' : ` AND link_key IN ${keyList(keys)}`;
  const time = range.from || range.to ? ` AND ${within('at', range)}` : '';
  return `${ofScope({ projectId })}${links}${time}`;
}
