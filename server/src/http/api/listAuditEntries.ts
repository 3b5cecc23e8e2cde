import { operations } from '@fairlead/contract';
import { listAuditEntries as listEntries } from '../../audit/listAuditEntries.ts';
import { Problem } from '../../lib/Problem.ts';
import { UUID_PATTERN } from '../../lib/uuid.ts';
import { route } from '../route.ts';
import { renderAuditEntry } from '../views/auditView.ts';

export const listAuditEntries = route(
  operations.listAuditEntries,
  async ({ app, caller, query }) => {
    const { limit = 50, cursor } = query;
    if (cursor !== undefined && !UUID_PATTERN.test(cursor)) {
      throw new Problem('VALIDATION_ERROR', 'cursor must be nextCursor of a page');
    }
    const page = { limit: limit + 1, before: cursor };
    const entries = await listEntries(app.db, caller.project, page);
    const shown = entries.slice(0, limit);
    return {
      status: 200,
      body: {
        entries: shown.map(renderAuditEntry),
        nextCursor: entries.length > limit ? (shown.at(-1)?.id ?? null) : null,
      },
    };
  },
);
