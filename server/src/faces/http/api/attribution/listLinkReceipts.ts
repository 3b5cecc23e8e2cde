import { operations } from '@fairlead/contract';
import { listLinkReceipts } from '#apps/attribution/listLinkReceipts.ts';
import { getLink } from '#links/finding/findLink.ts';
import { pageOf, readIdCursor } from '#platform/lib/cursor.ts';
import { route } from '../../routing/route.ts';

export const listLinkReceiptsRoute = route(
  operations.listLinkReceipts,
  async ({ app, caller, params, query }) => {
    const link = await getLink(app.db, caller.project, params.linkId);
    const { limit = 50, cursor } = query;
    const before = readIdCursor(cursor);
    const found = await listLinkReceipts(app.db, caller.project, link, {
      before,
      limit: limit + 1,
    });
    const { shown, nextCursor } = pageOf(found, limit);
    return {
      status: 200,
      body: {
        receipts: shown.map((receipt) => ({ ...receipt, at: receipt.at.toISOString() })),
        nextCursor,
      },
    };
  },
);
