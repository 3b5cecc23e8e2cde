import { operations } from '@fairlead/contract';
import { route } from '../../routing/route.ts';

export const rebuildAnalyticsRoute = route(operations.rebuildAnalytics, async ({ app, query }) => {
  await app.ledger.loaded();
  const started = performance.now();
  const rebuilt = await app.clickStore.rebuild({ mayLower: query.fewer === true });
  const seconds = Math.round(performance.now() - started) / 1000;
  return { status: 200, body: { ...rebuilt, seconds } };
});
