import { operations } from '@fairlead/contract';
import { listNumberShares } from '#visits/numbers/shares/findNumberShares.ts';
import { route } from '../../routing/route.ts';
import { renderNumberShare } from '../../views/numbersView.ts';

export const listNumberSharesRoute = route(operations.listNumberShares, async ({ app, caller }) => {
  const shares = await listNumberShares(app.db, caller.project);
  return { status: 200, body: { shares: shares.map((share) => renderNumberShare(app, share)) } };
});
