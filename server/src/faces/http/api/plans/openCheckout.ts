import { operations } from '@fairlead/contract';
import { openCheckout } from '#teams/billing/openCheckout.ts';
import { getBilling, planPage } from './getBilling.ts';
import { route } from '../../routing/route.ts';

export const openCheckoutRoute = route(operations.openCheckout, async ({ app, caller, body }) => {
  const { db, plans } = app;
  const { project, user } = caller;
  const deps = { db, plans, billing: getBilling(app) };
  const url = await openCheckout(deps, project, user, body, planPage(app, project.id));
  return { status: 200, body: { url } };
});
