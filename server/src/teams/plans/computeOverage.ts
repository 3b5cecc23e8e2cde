/**
 * The cost of active users over a plan's limit, in the plan's currency: every thousand begun costs the
 * rate. Null if the plan sells no overage. Rounded to whole cents.
 */
export function computeOverage(
  used: number,
  limit: number | null,
  ratePer1k: number | null,
): number | null {
  if (ratePer1k === null) return null;
  if (limit === null || used <= limit) return 0;
  return Math.round(Math.ceil((used - limit) / 1000) * ratePer1k * 100) / 100;
}
