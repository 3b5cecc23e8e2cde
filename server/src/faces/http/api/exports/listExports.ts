import { operations } from '@fairlead/contract';
import { listExports } from '#apps/exports/listExports.ts';
import { route } from '../../routing/route.ts';
import { renderExport } from '../../views/exportView.ts';

export const listExportsRoute = route(operations.listExports, async ({ app, caller }) => {
  const entries = await listExports(app.db, caller.project);
  const exports = entries.map((entry) => ({
    ...renderExport(app, entry),
    filters: entry.filters,
    createdAt: entry.createdAt.toISOString(),
    ...(entry.status === 'processing' && entry.rowCount !== null && { rowsSoFar: entry.rowCount }),
    ...(entry.bytes !== null && { bytes: entry.bytes }),
    ...(entry.finishedAt && { finishedAt: entry.finishedAt.toISOString() }),
    ...(entry.startedBy !== null && { startedBy: entry.startedBy }),
  }));
  return { status: 200, body: { success: true, data: { exports } } };
});
