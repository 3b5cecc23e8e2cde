export { getLinkAnalyticsRoute } from './getLinkAnalytics.ts';
export { getProjectAnalyticsRoute } from './getProjectAnalytics.ts';
export { rebuildAnalyticsRoute } from './rebuildAnalytics.ts';
