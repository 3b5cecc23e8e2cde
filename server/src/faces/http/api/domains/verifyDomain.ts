import { operations } from '@fairlead/contract';
import { checkDns } from '#teams/domains/verification/checkDns.ts';
import { getDomain } from '#teams/domains/listDomains.ts';
import { recordCheck } from '#teams/domains/verification/recordCheck.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';
import { renderDomain } from '../../views/domainView.ts';

export const verifyDomainRoute = route(operations.verifyDomain, async ({ app, caller, params }) => {
  const { user, project } = caller;
  const target = app.config.publicUrl.hostname;
  const domain = await getDomain(app.db, project, params.domainId);
  if (domain.given) return { status: 200, body: renderDomain(domain, target) };
  // Outside of any transaction, because DNS lookups take time.
  const check = await checkDns(app.dns, domain, target);
  if (check === undefined) {
    const problem = 'No DNS server answers at the moment; try again in a minute';
    return { status: 200, body: { ...renderDomain(domain, target), problem } };
  }
  await recordCheck(app.db, actorOf(user), domain, check);
  const checked = await getDomain(app.db, project, domain.id);
  return { status: 200, body: renderDomain(checked, target) };
});
