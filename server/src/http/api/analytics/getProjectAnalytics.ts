import { operations } from '@fairlead/contract';
import { chooseWindow } from '../../../analytics/chooseWindow.ts';
import { readAnalytics } from '../../../analytics/readAnalytics.ts';
import { route } from '../../routing/route.ts';

const LIMIT = 10;

export const getProjectAnalyticsRoute = route(
  operations.getProjectAnalytics,
  async ({ app, caller, query }) => {
    await app.ledger.loaded();
    const window = await chooseWindow(app.db, query);
    const limit = query.limit ?? LIMIT;
    const body = await app.reader.read(({ db, now }) =>
      readAnalytics({ db, clickStore: app.clickStore }, caller.project, { window, limit, now }),
    );
    return { status: 200, body };
  },
);
