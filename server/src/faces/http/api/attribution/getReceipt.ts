import { operations } from '@fairlead/contract';
import { findOpeningInstallation } from '#apps/attribution/findOpeningInstallation.ts';
import { findReceipt } from '#apps/attribution/findReceipt.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { route } from '../../routing/route.ts';
import { renderReceipt } from '../../views/receiptView.ts';

export const getReceiptRoute = route(operations.getReceipt, async ({ app, caller, params }) => {
  const opener = await findOpeningInstallation(app.db, caller.project, params.installationId);
  if (!opener) throw new Problem('NOT_FOUND', 'Installation not found');
  const receipt = await findReceipt(app.db, caller.project, opener);
  if (!receipt) {
    throw new Problem('NOT_FOUND', 'The installation has no receipt: its app asked for no match');
  }
  return { status: 200, body: renderReceipt(receipt, opener) };
});
