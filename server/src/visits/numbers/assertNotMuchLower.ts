import { Problem } from '#platform/lib/Problem.ts';

/** Totals that are wrong by less than this have been counted wrongly; those that are wrong by more have lost their clicks. */
const MAX_SHARE = 0.05;
const MIN_CLICKS = 100;

/** CONFLICT if so much less was counted again than before that clicks must be missing. Both are sums over all links. */
export function assertNotMuchLower(before: number, after: number): void {
  const lost = before - after;
  if (lost <= MIN_CLICKS || lost <= before * MAX_SHARE) return;
  throw new Problem(
    'CONFLICT',
    `Links have ${before} clicks, but only ${after} of them can be counted again; nothing was changed. Check whether clicks are missing: ` +
      'a backup of the database or of ClickHouse that is not restored, or CLICKS_URL. If they are lost for good: fairlead rebuild --fewer',
  );
}
