import { operations } from '@fairlead/contract';
import { readEventNumbers } from '#apps/events/numbers/readEventNumbers.ts';
import { getLink } from '#links/finding/findLink.ts';
import { chooseWindow } from '#visits/numbers/chooseWindow.ts';
import { route } from '../../routing/route.ts';

export const getEventNumbersRoute = route(
  operations.getEventNumbers,
  async ({ app, caller, query: { by = 'name', credit = 'any', name, link: linkId, ...asked } }) => {
    const link = linkId === undefined ? undefined : await getLink(app.db, caller.project, linkId);
    const window = await chooseWindow(app.db, asked);
    const body = await app.numbers.read((reading) =>
      readEventNumbers(reading, caller.project, { window, by, credit, name, of: { link } }),
    );
    return { status: 200, body };
  },
);
