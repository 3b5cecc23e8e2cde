import { operations } from '@fairlead/contract';
import { cancelExport as cancel } from '../../exports/cancelExport.ts';
import { route } from '../route.ts';
import { renderExport } from '../views/exportView.ts';

export const cancelExport = route(operations.cancelExport, async ({ app, caller, params }) => {
  const entry = await cancel(app.db, caller.project, params.jobId);
  return { status: 200, body: { success: true, data: renderExport(app, entry) } };
});
