import { operations } from '@fairlead/contract';
import { rebuildTotals } from '../../analytics/rebuildTotals.ts';
import { route } from '../route.ts';

export const rebuildAnalytics = route(operations.rebuildAnalytics, async ({ app }) => {
  const started = performance.now();
  const rebuilt = await rebuildTotals(app.db, { background: app.background });
  const seconds = Math.round(performance.now() - started) / 1000;
  return { status: 200, body: { ...rebuilt, seconds } };
});
