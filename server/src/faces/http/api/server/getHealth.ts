import { operations } from '@fairlead/contract';
import { isAnswering } from '#platform/db/connections/isAnswering.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { route } from '../../routing/route.ts';
import { assertReady } from './getReady.ts';

/** Milliseconds the database may take to answer before it counts as down. */
const PATIENCE_MS = 2_000;

export const getHealthRoute = route(operations.getHealth, async ({ app }) => {
  assertReady(app);
  if (!(await isAnswering(app.db, PATIENCE_MS * app.patience))) {
    throw new Problem('UNAVAILABLE', 'The database does not answer', { 'retry-after': '5' });
  }
  return {
    status: 200,
    body: {
      status: 'ok',
      timestamp: new Date().toISOString(),
      environment: app.config.environment,
    },
  };
});
