import { operations } from '@fairlead/contract';
import { route } from '../../routing/route.ts';

export const rebuildAnalyticsRoute = route(operations.rebuildAnalytics, async ({ app, query }) => {
  const started = performance.now();
  const rebuilt = await app.numbers.rebuild({ mayLower: query.fewer === true });
  const seconds = Math.round(performance.now() - started) / 1000;
  return { status: 200, body: { ...rebuilt, seconds } };
});
