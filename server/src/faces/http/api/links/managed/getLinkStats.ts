import { operations } from '@fairlead/contract';
import { getLinkStats } from '#visits/numbers/getLinkStats.ts';
import { getCallersLink } from './getCallersLink.ts';
import { route } from '../../../routing/route.ts';

export const getLinkStatsRoute = route(
  operations.getLinkStats,
  async ({ app, caller, params, query }) => {
    const link = await getCallersLink(app, caller, params.id);
    const bound = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
    const window = { from: bound(query.from), to: bound(query.to) };
    const body = await app.numbers.read((reading) => getLinkStats(reading, link, window));
    return { status: 200, body };
  },
);
