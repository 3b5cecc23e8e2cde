import { operations } from '@fairlead/contract';
import { listProjectLinks } from '#visits/numbers/listProjectLinks.ts';
import { readFacts } from '#visits/numbers/chooseWindow.ts';
import { readLinkQuery } from '#links/finding/LinkQuery.ts';
import { route } from '../../../routing/route.ts';
import { renderProjectLink } from '../../../views/links/projectLinkView.ts';

export const listProjectLinksRoute = route(
  operations.listProjectLinks,
  async ({ app, caller, query }) => {
    const { limit = 50, cursor, with: extra, ids, ...filter } = query;
    const { project } = caller;
    const linkQuery = {
      ...readLinkQuery({ ...filter, ids: ids?.split(',') }),
      facts: readFacts(query),
    };
    const asOf = new Date();
    const { page, topValues } = await app.numbers.read(async (reading) => {
      const found = await listProjectLinks(reading, project, linkQuery, { limit, cursor });
      const links = found.links.map(({ link }) => link);
      const topValues = extra && (await reading.listTopValues(links, linkQuery.active));
      return { page: found, topValues };
    });
    return {
      status: 200,
      body: {
        links: page.links.map((each, place) => ({
          ...renderProjectLink(each, project, app.config.linkUrlTemplate),
          ...(topValues && { topValues: topValues[place] }),
        })),
        total: page.total,
        nextCursor: page.nextCursor,
        asOf: asOf.toISOString(),
      },
    };
  },
);
