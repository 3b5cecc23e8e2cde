import { operations } from '@fairlead/contract';
import { findMisplaced } from '#apps/exports/checkExport.ts';
import { startExport } from '#apps/exports/startExport.ts';
import { route } from '../../routing/route.ts';

export const startExportRoute = route(
  operations.startExport,
  async ({ app, caller, body }) => {
    const entry = await startExport(app, caller.project, caller.user, body ?? {});
    return {
      status: 202,
      body: { success: true, data: { jobId: entry.id, status: 'pending' } },
    };
  },
  ({ body }) => findMisplaced(body),
);
