import { operations } from '@fairlead/contract';
import { deleteEventSource } from '#apps/sources/writeEventSource.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';

export const deleteEventSourceRoute = route(
  operations.deleteEventSource,
  async ({ app, caller, params }) => {
    const { user, project } = caller;
    await deleteEventSource(app.db, project, actorOf(user), params.sourceId);
    return { status: 200, body: { success: true } };
  },
);
