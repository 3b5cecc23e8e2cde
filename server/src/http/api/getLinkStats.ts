import { operations } from '@fairlead/contract';
import { getLinkStats as getStats } from '../../clicks/getLinkStats.ts';
import { getCallersLink } from '../getCallersLink.ts';
import { route } from '../route.ts';

export const getLinkStats = route(
  operations.getLinkStats,
  async ({ app, caller, params, query }) => {
    const link = await getCallersLink(app, caller, params.id);
    const bound = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
    const window = { from: bound(query.from), to: bound(query.to) };
    return { status: 200, body: await getStats(app.db, link, window) };
  },
);
