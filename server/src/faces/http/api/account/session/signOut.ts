import { operations } from '@fairlead/contract';
import { signOut } from '#teams/accounts/signIn/signOut.ts';
import { route } from '../../../routing/route.ts';

export const signOutRoute = route(operations.signOut, async ({ app, caller }) => ({
  status: 200,
  body: { success: true },
  headers: { 'set-cookie': await signOut(app.accounts, caller.sessionId) },
}));
