import { operations } from '@fairlead/contract';
import { setPrimaryDomain } from '../../../domains/setPrimaryDomain.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import { route } from '../../routing/route.ts';
import { renderDomain } from '../../views/domainView.ts';

export const setPrimaryDomainRoute = route(
  operations.setPrimaryDomain,
  async ({ app, caller, params }) => {
    const { user, project } = caller;
    const domain = await changeProject(app.db, project, actorOf(user), async (tx, record) => {
      const primary = await setPrimaryDomain(tx, project, params.domainId);
      await record({
        action: 'domain.primary',
        target: { kind: 'domain', id: primary.id, name: primary.host },
      });
      return primary;
    });
    return { status: 200, body: renderDomain(domain, app.config.publicUrl.hostname) };
  },
);
