import {
  type Analytics,
  type AnalyticsQuery,
  getLinkAnalytics,
  getProjectAnalytics,
} from '@fairlead/contract/operations/analytics';
import { call } from '../api/call.ts';

/** A project, or one of its links. */
export interface Subject {
  readonly projectId: string;
  readonly linkId?: string;
}

/** What reads numbers; the query is made when they are read, for it may depend on the time. */
export function askNumbers({ projectId, linkId }: Subject, query: () => AnalyticsQuery) {
  return {
    queryFn: (): Promise<Analytics> =>
      linkId === undefined
        ? call(getProjectAnalytics, { params: { projectId }, query: query() })
        : call(getLinkAnalytics, { params: { projectId, linkId }, query: query() }),
  };
}
