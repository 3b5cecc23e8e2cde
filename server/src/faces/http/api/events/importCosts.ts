import { operations } from '@fairlead/contract';
import { importCosts } from '#apps/events/costs/importCosts.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';

export const importCostsRoute = route(operations.importCosts, async ({ app, caller, body }) => {
  const stored = await importCosts(app.db, caller.project, actorOf(caller.user), body.costs);
  return { status: 200, body: { stored } };
});
