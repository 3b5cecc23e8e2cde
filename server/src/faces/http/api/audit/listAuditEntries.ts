import { operations } from '@fairlead/contract';
import { listAuditEntries } from '#teams/audit/listAuditEntries.ts';
import { pageOf, readIdCursor } from '#platform/lib/cursor.ts';
import { route } from '../../routing/route.ts';
import { renderAuditEntry } from '../../views/auditView.ts';

export const listAuditEntriesRoute = route(
  operations.listAuditEntries,
  async ({ app, caller, query }) => {
    const { limit = 50, cursor } = query;
    const page = { limit: limit + 1, before: readIdCursor(cursor) };
    const entries = await listAuditEntries(app.db, caller.project, page);
    const { shown, nextCursor } = pageOf(entries, limit);
    return {
      status: 200,
      body: {
        entries: shown.map(renderAuditEntry),
        nextCursor,
      },
    };
  },
);
