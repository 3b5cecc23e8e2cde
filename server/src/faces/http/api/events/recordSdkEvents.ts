import { operations } from '@fairlead/contract';
import { AppEvent } from '@fairlead/contract/eventResources';
import { LIMITS } from '@fairlead/contract/limits';
import { recordEvents } from '#apps/events/recordEvents.ts';
import { isSdkClient } from '../../routing/client.ts';
import { createLenientParser } from '../../routing/lenientParsing.ts';
import { route } from '../../routing/route.ts';
import { readEventList } from './readEventBody.ts';

const understand = createLenientParser(AppEvent);

export const recordSdkEventsRoute = route(
  operations.recordSdkEvents,
  async ({ app, request, caller, body }) => {
    const lenient = isSdkClient(request, app.config);
    const readEvent = lenient ? understand : (event: unknown) => event;
    const given = await readEventList(body, LIMITS.sdkEventsPerCall, readEvent);
    const saidBy = caller.key.class === 'secret' ? 'server' : 'app';
    return { status: 202, body: await recordEvents(app, caller.project, { ...given, saidBy }) };
  },
);
