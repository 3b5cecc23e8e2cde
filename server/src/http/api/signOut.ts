import { operations } from '@fairlead/contract';
import { signOut as endSession } from '../../accounts/signOut.ts';
import { route } from '../route.ts';

export const signOut = route(operations.signOut, async ({ app, caller }) => ({
  status: 200,
  body: { success: true },
  headers: { 'set-cookie': await endSession(app.accounts, caller.sessionId) },
}));
