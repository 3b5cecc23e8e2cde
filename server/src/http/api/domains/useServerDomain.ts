import { operations } from '@fairlead/contract';
import { giveDomain } from '../../../domains/giveDomain.ts';
import { getDomain } from '../../../domains/listDomains.ts';
import { Problem } from '../../../lib/Problem.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import { domainSourceOf } from './domainSource.ts';
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
  const domain = await changeProject(app.db, project, actorOf(user), async (tx, record) => {
    const given = await getDomain(tx, project, await giveDomain(tx, project, source));
    await record({
      action: 'domain.added',
      target: { kind: 'domain', id: given.id, name: given.host },
    });
    return given;
  });
  app.lookups.apply(`domain ${domain.host}`);
  return { status: 201, body: renderDomain(domain, app.config.publicUrl.hostname) };
});
