import { operations } from '@fairlead/contract';
import { listLinkHistory } from '#links/changing/listLinkHistory.ts';
import { getLink } from '#links/finding/findLink.ts';
import { pageOf, readIdCursor } from '#platform/lib/cursor.ts';
import { route } from '../../../routing/route.ts';

export const listLinkHistoryRoute = route(
  operations.listLinkHistory,
  async ({ app, caller, params, query }) => {
    const { id } = await getLink(app.db, caller.project, params.linkId);
    const { limit = 50, cursor } = query;
    const page = { limit: limit + 1, before: readIdCursor(cursor) };
    const found = await listLinkHistory(app.db, caller.project, id, page);
    const { shown, nextCursor } = pageOf(found, limit);
    const changes = shown.map(({ at, fields, ...change }) => ({
      ...change,
      at: at.toISOString(),
      fields: [...fields],
    }));
    return { status: 200, body: { changes, nextCursor } };
  },
);
