import { parameterFinding } from '@fairlead/contract/finding';
import { operations } from '@fairlead/contract';
import { listAuditEntries } from '#teams/audit/listAuditEntries.ts';
import { pageOf, readIdCursor } from '#platform/lib/cursor.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { route } from '../../routing/route.ts';
import { renderAuditEntry } from '../../views/auditView.ts';

export const listAuditEntriesRoute = route(
  operations.listAuditEntries,
  async ({ app, caller, query }) => {
    const { limit = 50, cursor } = query;
    const page = { limit: limit + 1, before: readIdCursor(cursor) };
    const target = readTarget(query);
    const entries = await listAuditEntries(app.db, caller.project, page, target);
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

/** Half a name names nothing. */
function readTarget({
  targetKind: kind,
  targetId: id,
}: {
  readonly targetKind?: string;
  readonly targetId?: string;
}) {
  if (kind !== undefined && id !== undefined) return { kind, id };
  if (kind === undefined && id === undefined) return undefined;
  const missing = kind === undefined ? 'targetKind' : 'targetId';
  const message = `${missing} is missing; send targetKind and targetId together, or neither`;
  throw new Problem('VALIDATION_ERROR', parameterFinding(missing, 'required', message));
}
