import { operations } from '@fairlead/contract';
import { listTopValues, type LinkTopValues } from '../../../analytics/listTopValues.ts';
import { listProjectLinks } from '../../../links/listProjectLinks.ts';
import type { Db } from '../../../db/Db.ts';
import type { Link } from '../../../links/Link.ts';
import { type LinkQuery, readLinkQuery } from '../../../links/LinkQuery.ts';
import { route } from '../../routing/route.ts';
import { renderProjectLink } from '../../views/projectLinkView.ts';

export const listProjectLinksRoute = route(
  operations.listProjectLinks,
  async ({ app, caller, query }) => {
    const { limit = 50, cursor, with: extra, ...filter } = query;
    const { project } = caller;
    const asked = readLinkQuery(filter);
    await app.ledger.loaded();
    const { page, topValues } = await app.reader.read(async ({ db }) => {
      const found = await listProjectLinks(db, project, asked, { limit, cursor });
      return { page: found, topValues: extra && (await topValuesOfPage(db, found.links, asked)) };
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
      },
    };
  },
);

function topValuesOfPage(
  db: Db,
  listed: readonly { readonly link: Link }[],
  { active }: LinkQuery,
): Promise<LinkTopValues[]> {
  return listTopValues(
    db,
    listed.map(({ link }) => link),
    active,
  );
}
