import type { ExportRequest } from '@fairlead/contract/operations/exports';
import type { ExportFilters } from './Export.ts';
import { inOrder } from '#platform/lib/timeRange.ts';
import { readSearch } from '#links/finding/linkFilter.ts';

/** Rule: exports 2. Reversed bounds are swapped; an empty search counts as none. */
export function orderBounds(request: ExportRequest): ExportFilters {
  const { search, tag, createdAfter, createdBefore, activeAfter, activeBefore, ...others } =
    request;
  const created = inOrder(createdAfter, createdBefore);
  const active = inOrder(toUtc(activeAfter), toUtc(activeBefore));
  const searched = readSearch(search);
  // Days, and UTC times in one format, sort like their text.
  return {
    ...(searched !== undefined && { search: searched }),
    // The database stores no broken Unicode; no tag has any.
    ...(tag !== undefined && { tag: tag.toWellFormed() }),
    ...(created[0] && { createdAfter: created[0] }),
    ...(created[1] && { createdBefore: created[1] }),
    ...(active[0] && { activeAfter: active[0] }),
    ...(active[1] && { activeBefore: active[1] }),
    ...(others.kind !== 'clicks' && { sortBy: 'createdAt', sortOrder: 'desc' }),
    ...others,
  };
}

function toUtc(time: string | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}
