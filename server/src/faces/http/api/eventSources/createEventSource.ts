import { operations } from '@fairlead/contract';
import { createEventSource } from '#apps/sources/writeEventSource.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';
import { renderEventSource } from '../../views/eventSourceView.ts';

export const createEventSourceRoute = route(
  operations.createEventSource,
  async ({ app, caller, body }) => {
    const { user, project } = caller;
    const source = await createEventSource(app.accounts, project, actorOf(user), body);
    return { status: 201, body: renderEventSource(app, source) };
  },
);
