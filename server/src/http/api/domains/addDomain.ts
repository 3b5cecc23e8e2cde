import { operations } from '@fairlead/contract';
import { addDomain } from '../../../domains/addDomain.ts';
import { checkLimit } from '../../../plans/checkLimit.ts';
import { lockLimits } from '../../../plans/lockLimits.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import { ownHostsOf } from './domainSource.ts';
import { route } from '../../routing/route.ts';
import { renderDomain } from '../../views/domainView.ts';

export const addDomainRoute = route(operations.addDomain, async ({ app, caller, body }) => {
  const { user, project } = caller;
  const target = app.config.publicUrl.hostname;
  const domain = await changeProject(app.db, project, actorOf(user), async (tx, record) => {
    await lockLimits(tx, project, () => checkLimit(tx, app.plans, project, 'domains'));
    const added = await addDomain(tx, project, body.host, {
      parent: app.config.linkDomain,
      ownHosts: ownHostsOf(app),
    });
    await record({
      action: 'domain.added',
      target: { kind: 'domain', id: added.id, name: added.host },
    });
    return added;
  });
  return { status: 201, body: renderDomain(domain, target) };
});
