import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { useServerDomain } from '#teams/domains/useServerDomain.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { domainSourceOf } from './examine/domainSource.ts';
import { route } from '../../routing/route.ts';
import { renderDomain } from '../../views/domainView.ts';

export const useServerDomainRoute = route(operations.useServerDomain, async ({ app, caller }) => {
  const { user, project } = caller;
  const source = domainSourceOf(app);
  if (source === undefined) {
    throw new Problem(
      'CONFLICT',
      'This server has no link domain to share; its operator sets LINK_DOMAIN, or add a domain of your own',
    );
  }
  const domain = await useServerDomain(app.db, project, actorOf(user), source);
  return { status: 201, body: renderDomain(domain, app.config.publicUrl.hostname) };
});
