import { operations } from '@fairlead/contract';
import { revokeOtherSessions } from '#teams/accounts/sessions/revokeOtherSessions.ts';
import { route } from '../../../routing/route.ts';

export const revokeOtherSessionsRoute = route(
  operations.revokeOtherSessions,
  async ({ app, caller }) => ({
    status: 200,
    body: { revoked: await revokeOtherSessions(app.accounts, caller.user, caller.sessionId) },
  }),
);
