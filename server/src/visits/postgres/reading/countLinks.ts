import { type RawBuilder, sql } from 'kysely';
import type { ClickScope, LinkCounts } from '../../numbers/ClickStore.ts';
import { COUNT_KINDS } from '../../numbers/linkTotals.ts';
import { ofScope } from '../ofScope.ts';
import { inRange } from '#platform/db/inRange.ts';
import type { TimeRange } from '#platform/lib/timeRange.ts';
import { clickedWithin } from './clickedWithin.ts';

/** Conditions on columns of `clicks` and of `opens`. */
export interface OnlyRows {
  readonly clicks: RawBuilder<boolean>;
  readonly opens: RawBuilder<boolean>;
}

/** Counts the rows in the range. */
export function countLinks(
  scope: ClickScope,
  range: TimeRange,
  only: OnlyRows = { clicks: sql`true`, opens: sql`true` },
): LinkCounts {
  const wanted = (keys: RawBuilder<unknown> | undefined) =>
    keys === undefined ? ofScope(scope) : sql`link_key in (${keys})`;
  return {
    clicks: (keys) => sql`(
      select link_key, ${COUNT_KINDS} from clicks
      where ${clickedWithin(range)} and ${wanted(keys)} and ${only.clicks} group by link_key
    )`,
    opens: (keys) => sql`(
      select link_key, count(*) as opens from opens
      where ${inRange('opened_at', range)} and ${wanted(keys)} and ${only.opens} group by link_key
    )`,
  };
}
