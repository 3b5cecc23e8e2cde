import { operations } from '@fairlead/contract';
import { updateEventSource } from '#apps/sources/writeEventSource.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';
import { renderEventSource } from '../../views/eventSourceView.ts';

export const updateEventSourceRoute = route(
  operations.updateEventSource,
  async ({ app, caller, params, body }) => {
    const { user, project } = caller;
    const { sourceId } = params;
    const source = await updateEventSource(app.accounts, project, actorOf(user), sourceId, body);
    return { status: 200, body: renderEventSource(app, source) };
  },
);
