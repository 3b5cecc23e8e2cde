import { operations } from '@fairlead/contract';
import { LIMITS } from '@fairlead/contract/limits';
import { recordEvents } from '#apps/events/recordEvents.ts';
import { route } from '../../routing/route.ts';
import { readEventLines, readEventList } from './readEventBody.ts';

export const recordEventsRoute = route(
  operations.recordEvents,
  async ({ app, request, caller, body }) => {
    const most = LIMITS.eventsPerCall;
    const isLines = /^application\/x-ndjson\b/i.test(request.header('content-type') ?? '');
    const given = isLines
      ? await readEventLines(body, most)
      : await readEventList(body, most, (event) => event);
    const call = { ...given, saidBy: 'server' } as const;
    return { status: 202, body: await recordEvents(app, caller.project, call) };
  },
);
