import { operations } from '@fairlead/contract';
import { Problem } from '#platform/lib/Problem.ts';
import { endSession } from '#apps/sessions/endSession.ts';
import { route } from '../../routing/route.ts';

export const endSessionRoute = route(operations.endSession, async ({ app, caller, params }) => {
  const known = await endSession(app.db, caller.project, params.sessionId, new Date());
  if (!known) throw new Problem('NOT_FOUND', 'Session not found');
  return { status: 200, body: { success: true } };
});
