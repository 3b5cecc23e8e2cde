/** A half-open time range: inclusive below, exclusive above. A missing bound is open. */
export interface TimeRange {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** A half-open range with both bounds. */
export interface BoundedRange {
  readonly from: Date;
  readonly to: Date;
}

/** A pair of bounds in order: reversed ones are swapped (Rule: exports 2). */
export function inOrder<T extends Date | string>(
  low: T | undefined,
  high: T | undefined,
): readonly [T | undefined, T | undefined] {
  return low !== undefined && high !== undefined && low > high ? [high, low] : [low, high];
}

/** The range between two bounds from a request: UTC days or times, in either order. */
export function readRange(low: string | undefined, high: string | undefined): TimeRange {
  const [from, to] = inOrder(readMoment(low), readMoment(high));
  return { from, to };
}

/** A day, `YYYY-MM-DD`, is its midnight in UTC. */
function readMoment(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
