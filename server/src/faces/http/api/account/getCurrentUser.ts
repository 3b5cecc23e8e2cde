import { operations } from '@fairlead/contract';
import { findUser } from '#teams/accounts/users/findUser.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { route } from '../../routing/route.ts';
import { renderMe } from '../../views/sessionView.ts';

export const getCurrentUserRoute = route(operations.getCurrentUser, async ({ app, caller }) => {
  // Not the caller's: that may be some seconds old, and a person who just changed their name expects to see it.
  const user = await findUser(app.db, { id: caller.user.id });
  if (!user) throw new Problem('UNAUTHORIZED', 'Dashboard session ended; sign in again');
  return { status: 200, body: { user: renderMe(user), sessionId: caller.sessionId } };
});
