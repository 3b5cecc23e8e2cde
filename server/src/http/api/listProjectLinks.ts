import { operations } from '@fairlead/contract';
import { listLinkTops, type LinkTops } from '../../analytics/listLinkTops.ts';
import { listProjectLinks as listLinksOf } from '../../clicks/listProjectLinks.ts';
import type { Db } from '../../db/Db.ts';
import type { Link } from '../../links/Link.ts';
import { type LinkQuery, readLinkQuery } from '../../links/LinkQuery.ts';
import { route } from '../route.ts';
import { renderProjectLink } from '../views/projectLinkView.ts';

export const listProjectLinks = route(
  operations.listProjectLinks,
  async ({ app, caller, query }) => {
    const { limit = 50, cursor, with: extra, ...filter } = query;
    const { project } = caller;
    const asked = readLinkQuery(filter);
    await app.ledger.loaded();
    const page = await listLinksOf(app.db, project, asked, { limit, cursor });
    const tops = extra && (await listTops(app.db, page.links, asked));
    return {
      status: 200,
      body: {
        links: page.links.map((each, place) => ({
          ...renderProjectLink(each, project, app.config.linkUrlTemplate),
          ...(tops && { tops: tops[place] }),
        })),
        total: page.total,
        nextCursor: page.nextCursor,
      },
    };
  },
);

function listTops(
  db: Db,
  listed: readonly { readonly link: Link }[],
  { activeFrom: from, activeTo: to }: LinkQuery,
): Promise<LinkTops[]> {
  return listLinkTops(
    db,
    listed.map(({ link }) => link),
    { from, to },
  );
}
