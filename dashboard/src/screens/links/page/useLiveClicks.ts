import {
  listLinkClicks,
  type RecentClick,
} from '@fairlead/contract/operations/dashboard/linkClicks';
import type { LinkStats } from '@fairlead/contract/resources';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

/** Milliseconds between requests for new clicks. */
const LOOK_AGAIN = 1500;
/** Clicks that stay on the page. */
const KEPT = 100;

export interface LiveClicks {
  readonly clicks: readonly RecentClick[];
  readonly stats: LinkStats;
  readonly newest: string | null;
  /** Ids that arrived while someone was watching. */
  readonly fresh: ReadonlySet<string>;
}

export interface LinkParams {
  readonly projectId: string;
  readonly linkId: string;
}

/** Recent clicks and the numbers of a link, kept up to date: each read requests only what is new. */
export function useLiveClicks(params: LinkParams) {
  const queries = useQueryClient();
  const queryKey = [listLinkClicks.id, params];
  return useQuery({
    queryKey,
    refetchInterval: LOOK_AGAIN,
    queryFn: async (): Promise<LiveClicks> => {
      const before = queries.getQueryData<LiveClicks>(queryKey);
      const after = before?.newest ?? undefined;
      const reply = await call(listLinkClicks, {
        params,
        query: { limit: KEPT, ...(after !== undefined && { after }) },
      });
      // A response may repeat some: the server looks back a little for clicks that were committed late.
      const known = new Set(before?.clicks.map(({ id }) => id));
      const added = reply.clicks.filter(({ id }) => !known.has(id));
      return {
        clicks: [...added, ...(before?.clicks ?? [])].slice(0, KEPT),
        stats: reply.stats,
        newest: reply.newest ?? after ?? null,
        fresh: new Set(before === undefined ? [] : added.map(({ id }) => id)),
      };
    },
  });
}
