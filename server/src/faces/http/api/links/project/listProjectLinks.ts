import { operations } from '@fairlead/contract';
import type { LinkTopValues } from '@fairlead/contract/operations/analytics';
import { createSlices } from '#platform/lib/createSlices.ts';
import { listProjectLinks } from '#visits/numbers/listProjectLinks.ts';
import { readFacts } from '#visits/numbers/chooseWindow.ts';
import { findPrintedTargets } from '#links/rules/printedTargets.ts';
import { readLinkQuery } from '#links/finding/LinkQuery.ts';
import { route } from '../../../routing/route.ts';
import { stepsOfRendering } from '../../../views/links/linkView.ts';
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
    const { page, topValues, targets } = await app.numbers.read(async (reading) => {
      const found = await listProjectLinks(reading, project, linkQuery, { limit, cursor });
      const links = found.links.map(({ link }) => link);
      const topValues = extra && (await reading.listTopValues(links, linkQuery.active));
      return { page: found, topValues, targets: await findPrintedTargets(reading.db, project) };
    });
    const slices = createSlices();
    const links: (ReturnType<typeof renderProjectLink> & { topValues?: LinkTopValues })[] = [];
    for (const [place, each] of page.links.entries()) {
      const rendered = renderProjectLink({ ...each, targets }, project, app.config.linkUrlTemplate);
      links.push({ ...rendered, ...(topValues && { topValues: topValues[place]! }) });
      if (slices.spend(stepsOfRendering(each.link))) await slices.turn();
    }
    return {
      status: 200,
      body: {
        links,
        total: page.total,
        nextCursor: page.nextCursor,
        asOf: asOf.toISOString(),
      },
    };
  },
);
