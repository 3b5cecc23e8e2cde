import { operations } from '@fairlead/contract';
import { readCohorts } from '#apps/events/numbers/readCohorts.ts';
import { getLink } from '#links/finding/findLink.ts';
import { chooseWindow } from '#visits/numbers/chooseWindow.ts';
import { route } from '../../routing/route.ts';

export const getCohortsRoute = route(
  operations.getCohorts,
  async ({ app, caller, query: { unit = 'day', link: linkId, ...asked } }) => {
    const link = linkId === undefined ? undefined : await getLink(app.db, caller.project, linkId);
    const window = await chooseWindow(app.db, asked);
    const body = await app.numbers.read((reading) =>
      readCohorts(reading, caller.project, { window, unit, link }),
    );
    return { status: 200, body };
  },
);
