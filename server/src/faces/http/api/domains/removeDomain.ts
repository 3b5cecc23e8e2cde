import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { removeDomain } from '#teams/domains/removeDomain.ts';
import { route } from '../../routing/route.ts';

export const removeDomainRoute = route(operations.removeDomain, async ({ app, caller, params }) => {
  const { user, project } = caller;
  await removeDomain(app.db, project, actorOf(user), params.domainId);
  return { status: 200, body: { success: true } };
});
