import { operations } from '@fairlead/contract';
import { Problem } from '../../lib/Problem.ts';
import { endSession as end } from '../../sessions/endSession.ts';
import { route } from '../route.ts';

export const endSession = route(operations.endSession, async ({ app, caller, params }) => {
  const known = await end(app.db, caller.project, params.sessionId, new Date());
  if (!known) throw new Problem('NOT_FOUND', 'Session not found');
  return { status: 200, body: { success: true } };
});
