import { operations } from '@fairlead/contract';
import { cancelExport } from '#apps/exports/cancelExport.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';
import { renderExport } from '../../views/exportView.ts';

export const cancelExportRoute = route(operations.cancelExport, async ({ app, caller, params }) => {
  const entry = await cancelExport(app.db, caller.project, actorOf(caller.user), params.jobId);
  return { status: 200, body: { success: true, data: renderExport(app, entry) } };
});
