import { operations } from '@fairlead/contract';
import { sql } from 'kysely';
import { Problem } from '../../lib/Problem.ts';
import { route } from '../route.ts';

/** Milliseconds the database may take to answer before it counts as down. */
const PATIENCE = 2_000;

export const getHealth = route(operations.getHealth, async ({ app }) => {
  const answered = sql`select 1`.execute(app.db).then(
    () => true,
    () => false,
  );
  const timer = Promise.withResolvers<boolean>();
  const timeout = setTimeout(timer.resolve, PATIENCE, false);
  const healthy = await Promise.race([answered, timer.promise]);
  clearTimeout(timeout);
  if (!healthy) {
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
