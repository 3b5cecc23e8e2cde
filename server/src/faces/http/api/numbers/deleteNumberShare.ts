import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { deleteNumberShare } from '#visits/numbers/shares/writeNumberShare.ts';
import { route } from '../../routing/route.ts';

export const deleteNumberShareRoute = route(
  operations.deleteNumberShare,
  async ({ app, caller, params }) => {
    await deleteNumberShare(app.db, caller.project, actorOf(caller.user), params.shareId);
    return { status: 200, body: { success: true } };
  },
);
