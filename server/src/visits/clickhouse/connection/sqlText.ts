import type { BoundedRange, TimeRange } from '#platform/lib/timeRange.ts';
import { UUID_PATTERN } from '#platform/lib/uuid.ts';

/*
 * Values as text of a statement: parameters travel in the URL, where a list of links would be too long. Each is checked.
 */

/** Whose clicks a statement is about. */
export interface RowScope {
  readonly projectId: string;
  /** Undefined: all links of the project. */
  readonly linkKey?: number | undefined;
}

export function ofScope({ projectId, linkKey }: RowScope): string {
  const project = `project_id = ${uuidLiteral(projectId)}`;
  return linkKey === undefined ? project : `${project} AND link_key IN ${keyList([linkKey])}`;
}

/** A column within a half-open range; true where it has no bounds. */
export function within(column: string, { from, to }: TimeRange): string {
  const bounds = [
    ...(from ? [`${column} >= ${timeLiteral(from)}`] : []),
    ...(to ? [`${column} < ${timeLiteral(to)}`] : []),
  ];
  return bounds.length === 0 ? 'true' : bounds.join(' AND ');
}

export function withinAny(column: string, ranges: readonly BoundedRange[]): string {
  if (ranges.length === 0) return 'false';
  return `(${ranges.map((range) => `(${within(column, range)})`).join(' OR ')})`;
}

export function timeLiteral(time: Date): string {
  return `fromUnixTimestamp64Milli(${time.getTime()}, 'UTC')`;
}

export function keyList(keys: readonly number[]): string {
  const wrong = keys.find((key) => !Number.isSafeInteger(key) || key < 0);
  if (wrong !== undefined) throw new RangeError(`${wrong} is no key of a link`);
  return `(${keys.length === 0 ? 'NULL' : keys.join(', ')})`;
}

/** Of at least one id. */
export function uuidList(ids: readonly string[]): string {
  return `(${ids.map(uuidLiteral).join(', ')})`;
}

function uuidLiteral(id: string): string {
  if (!UUID_PATTERN.test(id)) throw new RangeError(`${id} is no id`);
  return `toUUID('${id}')`;
}
