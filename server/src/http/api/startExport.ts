import { operations } from '@fairlead/contract';
import { startExport as start } from '../../exports/startExport.ts';
import { route } from '../route.ts';

export const startExport = route(operations.startExport, async ({ app, caller, body }) => {
  await app.ledger.loaded();
  const entry = await start(app, caller.project, caller.user, body ?? {});
  return {
    status: 202,
    body: { success: true, data: { jobId: entry.id, status: 'pending' } },
  };
});
