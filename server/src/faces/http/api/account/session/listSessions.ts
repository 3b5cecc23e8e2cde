import { operations } from '@fairlead/contract';
import { listDashboardSessions } from '#teams/accounts/sessions/listDashboardSessions.ts';
import { route } from '../../../routing/route.ts';

export const listSessionsRoute = route(operations.listSessions, async ({ app, caller }) => {
  const sessions = await listDashboardSessions(app.accounts, caller.user);
  return {
    status: 200,
    body: {
      sessions: sessions.map((session) => ({
        id: session.id,
        current: session.id === caller.sessionId,
        createdAt: session.createdAt.toISOString(),
        expiresAt: session.expiresAt.toISOString(),
        address: session.address ?? null,
        userAgent: session.userAgent ?? null,
      })),
    },
  };
});
