import { operations } from '@fairlead/contract';
import { getLinkStats as getStats } from '../../clicks/getLinkStats.ts';
import { Problem } from '../../lib/Problem.ts';
import { findLink } from '../../links/findLink.ts';
import { findLinkOfUser } from '../../links/findLinkOfUser.ts';
import { route } from '../route.ts';

export const getLinkStats = route(
  operations.getLinkStats,
  async ({ app, caller, params, query }) => {
    const link =
      caller.kind === 'key'
        ? await findLink(app.db, caller.project, { id: params.id })
        : await findLinkOfUser(app.db, caller.user, params.id);
    if (!link) throw new Problem('NOT_FOUND', 'Link not found');
    await app.ledger.loaded();
    const bound = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
    const window = { from: bound(query.from), to: bound(query.to) };
    return { status: 200, body: await getStats(app.db, link, window) };
  },
);
