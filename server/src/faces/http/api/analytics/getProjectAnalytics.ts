import { operations } from '@fairlead/contract';
import { chooseWindow } from '#visits/numbers/chooseWindow.ts';
import { readAnalytics } from '#visits/numbers/readAnalytics.ts';
import { route } from '../../routing/route.ts';

const LIMIT = 10;

export const getProjectAnalyticsRoute = route(
  operations.getProjectAnalytics,
  async ({ app, caller, query }) => {
    const window = await chooseWindow(app.db, query);
    const limit = query.limit ?? LIMIT;
    const body = await app.numbers.read((reading) =>
      readAnalytics(reading, caller.project, { window, limit }),
    );
    return { status: 200, body };
  },
);
