import { operations } from '@fairlead/contract';
import { openPortal } from '#teams/billing/openCheckout.ts';
import { getBilling, planPage } from './getBilling.ts';
import { route } from '../../routing/route.ts';

export const openBillingPortalRoute = route(
  operations.openBillingPortal,
  async ({ app, caller }) => {
    const deps = { db: app.db, billing: getBilling(app) };
    const url = await openPortal(deps, caller.project, planPage(app, caller.project.id));
    return { status: 200, body: { url } };
  },
);
