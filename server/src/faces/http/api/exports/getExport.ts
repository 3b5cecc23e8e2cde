import { operations } from '@fairlead/contract';
import { findExport } from '#apps/exports/findExport.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { route } from '../../routing/route.ts';
import { renderExport } from '../../views/exportView.ts';

export const getExportRoute = route(operations.getExport, async ({ app, caller, params }) => {
  const entry = await findExport(app.db, caller.project, params.jobId);
  if (!entry) throw new Problem('NOT_FOUND', 'Export not found');
  return { status: 200, body: { success: true, data: renderExport(app, entry) } };
});
