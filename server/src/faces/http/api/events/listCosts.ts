import { operations } from '@fairlead/contract';
import { listCosts } from '#apps/events/costs/listCosts.ts';
import { route } from '../../routing/route.ts';

export const listCostsRoute = route(operations.listCosts, async ({ app, caller, query }) => ({
  status: 200,
  body: await listCosts(app.db, caller.project, query.before),
}));
