import { operations } from '@fairlead/contract';
import { revokeDashboardSession } from '#teams/accounts/sessions/revokeDashboardSession.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { route } from '../../../routing/route.ts';

export const revokeSessionRoute = route(
  operations.revokeSession,
  async ({ app, caller, params }) => {
    const ended = await revokeDashboardSession(app.accounts, caller.user, params.sessionId);
    if (!ended) throw new Problem('NOT_FOUND', 'Session not found');
    return { status: 200, body: { success: true } };
  },
);
