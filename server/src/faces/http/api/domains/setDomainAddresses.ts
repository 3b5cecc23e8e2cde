import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { setDomainAddresses } from '#teams/domains/settings/setDomainAddresses.ts';
import { route } from '../../routing/route.ts';
import { renderDomain } from '../../views/domainView.ts';

export const setDomainAddressesRoute = route(
  operations.setDomainAddresses,
  async ({ app, caller: { user, project }, params: { domainId }, body }) => {
    const domain = await setDomainAddresses(app.db, project, actorOf(user), domainId, body);
    return { status: 200, body: renderDomain(domain, app.config.publicUrl.hostname) };
  },
);
