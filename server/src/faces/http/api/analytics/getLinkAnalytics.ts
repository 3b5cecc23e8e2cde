import { operations } from '@fairlead/contract';
import { chooseWindow } from '#visits/numbers/chooseWindow.ts';
import { readAnalytics } from '#visits/numbers/readAnalytics.ts';
import { getLink } from '#links/finding/findLink.ts';
import { route } from '../../routing/route.ts';

const LIMIT = 10;

export const getLinkAnalyticsRoute = route(
  operations.getLinkAnalytics,
  async ({ app, caller, params, query }) => {
    const link = await getLink(app.db, caller.project, params.linkId);
    const window = await chooseWindow(app.db, query);
    const limit = query.limit ?? LIMIT;
    const body = await app.numbers.read((reading) =>
      readAnalytics(reading, caller.project, { link, window, limit }),
    );
    return { status: 200, body };
  },
);
