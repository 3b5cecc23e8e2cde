import { operations } from '@fairlead/contract';
import { setPrimaryDomain } from '#teams/domains/setPrimaryDomain.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';
import { renderDomain } from '../../views/domainView.ts';

export const setPrimaryDomainRoute = route(
  operations.setPrimaryDomain,
  async ({ app, caller, params }) => {
    const { user, project } = caller;
    const domain = await setPrimaryDomain(app.db, project, actorOf(user), params.domainId);
    return { status: 200, body: renderDomain(domain, app.config.publicUrl.hostname) };
  },
);
