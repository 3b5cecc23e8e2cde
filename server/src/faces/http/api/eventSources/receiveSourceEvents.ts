import { operations } from '@fairlead/contract';
import { receiveSourceEvents } from '#apps/sources/receiveSourceEvents.ts';
import { route } from '../../routing/route.ts';

export const receiveSourceEventsRoute = route(
  operations.receiveSourceEvents,
  async ({ app, request, params, body }) => {
    const call = { body: Buffer.concat(await Array.fromAsync(body)), header: request.header };
    await receiveSourceEvents(app, params.sourceId, call);
    return { status: 200, body: { received: true } };
  },
);
