import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { setDomainFirebase } from '#teams/domains/settings/setDomainFirebase.ts';
import { route } from '../../routing/route.ts';
import { renderDomain } from '../../views/domainView.ts';

export const setDomainFirebaseRoute = route(
  operations.setDomainFirebase,
  async ({ app, caller, params, body: { enabled, allowedHosts = [] } }) => {
    const { user, project } = caller;
    const domain = await setDomainFirebase(app.db, project, actorOf(user), params.domainId, {
      enabled,
      allowedHosts,
    });
    return { status: 200, body: renderDomain(domain, app.config.publicUrl.hostname) };
  },
);
