import { operations } from '@fairlead/contract';
import { rebuildTotals } from '../../../analytics/rebuildTotals.ts';
import { route } from '../../routing/route.ts';

export const rebuildAnalyticsRoute = route(operations.rebuildAnalytics, async ({ app }) => {
  await app.ledger.loaded();
  const started = performance.now();
  const rebuilt = await rebuildTotals(app.background);
  const seconds = Math.round(performance.now() - started) / 1000;
  return { status: 200, body: { ...rebuilt, seconds } };
});
