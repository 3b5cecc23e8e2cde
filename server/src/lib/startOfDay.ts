const DAY_MS = 24 * 3600 * 1000;

/** The UTC midnight at or before a moment; both in milliseconds since the epoch. */
export function startOfDay(ms: number): number {
  return ms - (ms % DAY_MS);
}
