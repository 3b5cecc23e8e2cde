import { operations } from '@fairlead/contract';
import { REACH_WARNING } from '@fairlead/contract/operations/builds';
import { listUnreachable } from '#apps/builds/listUnreachable.ts';
import { route } from '../../routing/route.ts';
import { shortUrlOf } from '../../views/links/shortUrlOf.ts';

export const listUnreachableRoute = route(
  operations.listUnreachable,
  async ({ app, caller: { project }, query }) => {
    const { below = REACH_WARNING, limit = 50, cursor } = query;
    const page = await listUnreachable(app, project, { below, limit, cursor });
    const links = page.links.map(async ({ link, share, cannotOpen }) => ({
      id: link.id,
      name: link.name,
      shortUrl: await shortUrlOf(app, link),
      share,
      cannotOpen,
    }));
    return { status: 200, body: { ...page, links: await Promise.all(links) } };
  },
);
