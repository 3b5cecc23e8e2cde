import { operations } from '@fairlead/contract';
import { listProjectLinks as listLinksOf } from '../../clicks/listProjectLinks.ts';
import { readLinkQuery } from '../../links/LinkQuery.ts';
import { route } from '../route.ts';
import { renderProjectLink } from '../views/projectLinkView.ts';

export const listProjectLinks = route(
  operations.listProjectLinks,
  async ({ app, caller, query }) => {
    const { limit = 50, cursor, ...filter } = query;
    const { project } = caller;
    const page = await listLinksOf(app.db, project, readLinkQuery(filter), { limit, cursor });
    return {
      status: 200,
      body: {
        links: page.links.map((each) =>
          renderProjectLink(each, project, app.config.linkUrlTemplate),
        ),
        total: page.total,
        nextCursor: page.nextCursor,
      },
    };
  },
);
