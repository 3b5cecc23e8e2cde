import { operations } from '@fairlead/contract';
import { route } from '../route.ts';
import { renderMe } from '../views/sessionView.ts';

export const getCurrentUser = route(operations.getCurrentUser, async ({ caller }) => ({
  status: 200,
  body: { user: renderMe(caller.user), sessionId: caller.sessionId },
}));
