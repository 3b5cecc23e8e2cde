import { operations } from '@fairlead/contract';
import { revokeOtherSessions as revokeOthers } from '../../accounts/revokeOtherSessions.ts';
import { route } from '../route.ts';

export const revokeOtherSessions = route(
  operations.revokeOtherSessions,
  async ({ app, caller }) => ({
    status: 200,
    body: { revoked: await revokeOthers(app.accounts, caller.user, caller.sessionId) },
  }),
);
