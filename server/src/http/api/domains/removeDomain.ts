import { operations } from '@fairlead/contract';
import { removeDomain } from '../../../domains/removeDomain.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import { route } from '../../routing/route.ts';

export const removeDomainRoute = route(operations.removeDomain, async ({ app, caller, params }) => {
  const { user, project } = caller;
  const domain = await changeProject(app.db, project, actorOf(user), async (tx, record) => {
    const removed = await removeDomain(tx, project, params.domainId);
    await record({
      action: 'domain.removed',
      target: { kind: 'domain', id: removed.id, name: removed.host },
    });
    return removed;
  });
  app.lookups.apply(`domain ${domain.host}`);
  return { status: 200, body: { success: true } };
});
