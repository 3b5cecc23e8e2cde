import { operations } from '@fairlead/contract';
import { setFirebase } from '../../../domains/setFirebase.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import { route } from '../../routing/route.ts';
import { renderDomain } from '../../views/domainView.ts';

export const setDomainFirebaseRoute = route(
  operations.setDomainFirebase,
  async ({ app, caller, params, body: { enabled, allowedHosts = [] } }) => {
    const { user, project } = caller;
    const hosts = enabled ? allowedHosts : null;
    const domain = await changeProject(app.db, project, actorOf(user), async (tx, record) => {
      const changed = await setFirebase(tx, project, params.domainId, hosts);
      await record({
        action: 'domain.firebase',
        target: { kind: 'domain', id: changed.id, name: changed.host },
        details: { enabled, allowedHosts },
      });
      return changed;
    });
    app.lookups.apply(`domain ${domain.host}`);
    return { status: 200, body: renderDomain(domain, app.config.publicUrl.hostname) };
  },
);
