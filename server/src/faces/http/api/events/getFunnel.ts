import { operations } from '@fairlead/contract';
import { readFunnel } from '#apps/events/numbers/readFunnel.ts';
import { getLink } from '#links/finding/findLink.ts';
import { chooseWindow } from '#visits/numbers/chooseWindow.ts';
import { route } from '../../routing/route.ts';

const WEEK = 7 * 24;

export const getFunnelRoute = route(
  operations.getFunnel,
  async ({ app, caller, body: { steps, windowHours = WEEK, link: linkId, ...asked } }) => {
    const link = linkId === undefined ? undefined : await getLink(app.db, caller.project, linkId);
    const window = await chooseWindow(app.db, asked);
    const body = await app.numbers.read((reading) =>
      readFunnel(reading, caller.project, { window, steps, windowHours, link }),
    );
    return { status: 200, body };
  },
);
