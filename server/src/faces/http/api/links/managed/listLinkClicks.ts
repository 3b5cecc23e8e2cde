import { operations } from '@fairlead/contract';
import { getLinkStats } from '#visits/numbers/getLinkStats.ts';
import { nextAfter } from '#visits/numbers/nextAfter.ts';
import { getLink } from '#links/finding/findLink.ts';
import { splitRoute } from '#visits/decision/rules/chooseRoute.ts';
import { renderRoute } from '../../../views/links/linkView.ts';
import { route } from '../../../routing/route.ts';

export const listLinkClicksRoute = route(
  operations.listLinkClicks,
  async ({ app, caller, params, query }) => {
    const link = await getLink(app.db, caller.project, params.linkId);
    const { after, limit = 50 } = query;
    const [clicks, stats] = await app.numbers.read((reading) =>
      Promise.all([reading.listClicks(link, { after, limit }), getLinkStats(reading, link, {})]),
    );
    return {
      status: 200,
      body: {
        clicks: clicks.map(({ route: led, ...click }) => ({
          ...click,
          at: click.at.toISOString(),
          ...renderRoute(led === null ? null : splitRoute(led)),
        })),
        newest: nextAfter(clicks, after),
        stats,
      },
    };
  },
);
