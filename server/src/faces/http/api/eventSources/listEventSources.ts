import { operations } from '@fairlead/contract';
import { listEventSources } from '#apps/sources/listEventSources.ts';
import { route } from '../../routing/route.ts';
import { renderEventSource } from '../../views/eventSourceView.ts';

export const listEventSourcesRoute = route(operations.listEventSources, async ({ app, caller }) => {
  const sources = await listEventSources(app.db, caller.project);
  return {
    status: 200,
    body: { sources: sources.map((source) => renderEventSource(app, source)) },
  };
});
