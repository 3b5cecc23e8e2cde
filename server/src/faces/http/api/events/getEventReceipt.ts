import { operations } from '@fairlead/contract';
import { findEventReceipt } from '#apps/events/findEventReceipt.ts';
import { route } from '../../routing/route.ts';

export const getEventReceiptRoute = route(
  operations.getEventReceipt,
  async ({ app, caller, query }) => {
    const body = await app.numbers.read((reading) =>
      findEventReceipt(reading, caller.project, query.eventId),
    );
    return { status: 200, body };
  },
);
