import { sql } from 'kysely';
import type { LinkCounts } from '../../numbers/ClickStore.ts';
import { COUNT_KINDS } from '../../numbers/linkTotals.ts';
import { inRange } from '#platform/db/inRange.ts';
import type { TimeRange } from '#platform/lib/timeRange.ts';
import { clickedWithin } from './clickedWithin.ts';

/** Counts the rows in the range. */
export function countLinks(range: TimeRange): LinkCounts {
  return {
    clicks: (keys) => sql`(
      select link_key, ${COUNT_KINDS} from clicks
      where ${clickedWithin(range)} and link_key in (${keys}) group by link_key
    )`,
    opens: (keys) => sql`(
      select link_key, count(*) as opens from opens
      where ${inRange('opened_at', range)} and link_key in (${keys}) group by link_key
    )`,
  };
}
