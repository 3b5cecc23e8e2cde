import { operations } from '@fairlead/contract';
import { getLinkStats } from '../../../clicks/getLinkStats.ts';
import { getCallersLink } from './getCallersLink.ts';
import { route } from '../../routing/route.ts';

export const getLinkStatsRoute = route(
  operations.getLinkStats,
  async ({ app, caller, params, query }) => {
    const link = await getCallersLink(app, caller, params.id);
    await app.ledger.loaded();
    const bound = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
    const window = { from: bound(query.from), to: bound(query.to) };
    return { status: 200, body: await getLinkStats(app, link, window) };
  },
);
