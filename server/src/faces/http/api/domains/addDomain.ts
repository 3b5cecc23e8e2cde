import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { addDomain } from '#teams/domains/addDomain.ts';
import { ownHostsOf } from './examine/domainSource.ts';
import { route } from '../../routing/route.ts';
import { renderDomain } from '../../views/domainView.ts';

export const addDomainRoute = route(operations.addDomain, async ({ app, caller, body }) => {
  const { user, project } = caller;
  const source = { parent: app.config.linkDomain, ownHosts: ownHostsOf(app) };
  const domain = await addDomain(app, project, actorOf(user), body.host, source);
  return { status: 201, body: renderDomain(domain, app.config.publicUrl.hostname) };
});
