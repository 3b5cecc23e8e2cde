import { UUID_PATTERN } from '../lib/uuid.ts';
import type { BoundedRange, TimeRange } from '../lib/timeRange.ts';

/** Whose clicks a question is about. */
export interface ClickScope {
  readonly projectId: string;
  /** Undefined: all links of the project. */
  readonly linkKey?: number | undefined;
}

/** Where the numbers of a window come from: roll-ups for what is closed, and rows for the rest. */
export interface RolledSource {
  readonly scope: ClickScope;
  /** Whole hours or days that are counted. */
  readonly rolled: BoundedRange | undefined;
  /** Starts of hours or days within it that rows tell of. */
  readonly stale: readonly Date[];
  /** Ranges outside of it, and those that are stale. */
  readonly rows: readonly BoundedRange[];
}

/** SQL: rows of this scope. Ids and numbers are checked, so they may stand in the text. */
export function ofScope({ projectId, linkKey }: ClickScope): string {
  const project = `project_id = ${uuidLiteral(projectId)}`;
  return linkKey === undefined ? project : `${project} AND link_key = ${keyLiteral(linkKey)}`;
}

/** SQL: a column within a half-open range; true where it has no bounds. */
export function within(column: string, { from, to }: TimeRange): string {
  const bounds = [
    ...(from ? [`${column} >= ${timeLiteral(from)}`] : []),
    ...(to ? [`${column} < ${timeLiteral(to)}`] : []),
  ];
  return bounds.length === 0 ? 'true' : bounds.join(' AND ');
}

/** SQL: a column within one of several ranges. */
export function withinAny(column: string, ranges: readonly BoundedRange[]): string {
  if (ranges.length === 0) return 'false';
  return `(${ranges.map((range) => `(${within(column, range)})`).join(' OR ')})`;
}

/** SQL: a column of whole seconds that is none of these times. */
export function noneOf(column: string, times: readonly Date[]): string {
  return times.length === 0 ? 'true' : `${column} NOT IN (${times.map(secondLiteral).join(', ')})`;
}

function secondLiteral(time: Date): string {
  return `toDateTime(${Math.floor(time.getTime() / 1000)}, 'UTC')`;
}

export function timeLiteral(time: Date): string {
  return `fromUnixTimestamp64Milli(${time.getTime()}, 'UTC')`;
}

/** Lists would be too long for parameters, which travel in the URL. */
export function keyList(keys: readonly number[]): string {
  return keys.length === 0 ? '(NULL)' : `(${keys.map(keyLiteral).join(', ')})`;
}

/** `NOT IN (NULL)` would be true of nothing. */
const NOBODY = `toUUID('00000000-0000-0000-0000-000000000000')`;

export function uuidList(ids: readonly string[]): string {
  return `(${ids.length === 0 ? NOBODY : ids.map(uuidLiteral).join(', ')})`;
}

function keyLiteral(key: number): string {
  if (!Number.isSafeInteger(key) || key < 0) throw new RangeError(`${key} is no key of a link`);
  return String(key);
}

export function uuidLiteral(id: string): string {
  if (!UUID_PATTERN.test(id)) throw new RangeError(`${id} is no id`);
  return `toUUID('${id}')`;
}
