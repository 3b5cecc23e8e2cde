import { operations } from '@fairlead/contract';
import { getLinkEvents } from '#apps/events/getLinkEvents.ts';
import { readRange } from '#platform/lib/timeRange.ts';
import { route } from '../../routing/route.ts';
import { getCallersLink } from '../links/managed/getCallersLink.ts';

export const getLinkEventsRoute = route(
  operations.getLinkEvents,
  async ({ app, caller, params, query }) => {
    const link = await getCallersLink(app, caller, params.id);
    const range = readRange(query.from, query.to);
    const body = await app.numbers.read((reading) =>
      getLinkEvents(reading, link, { ...range, credit: query.credit, saidBy: query.saidBy }),
    );
    return { status: 200, body };
  },
);
