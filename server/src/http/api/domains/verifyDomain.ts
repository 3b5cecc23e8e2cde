import { operations } from '@fairlead/contract';
import { checkDns } from '../../../domains/checkDns.ts';
import { getDomain } from '../../../domains/listDomains.ts';
import { recordCheck } from '../../../domains/recordCheck.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import { route } from '../../routing/route.ts';
import { renderDomain } from '../../views/domainView.ts';

export const verifyDomainRoute = route(operations.verifyDomain, async ({ app, caller, params }) => {
  const { user, project } = caller;
  const target = app.config.publicUrl.hostname;
  const domain = await getDomain(app.db, project, params.domainId);
  if (domain.given) return { status: 200, body: renderDomain(domain, target) };
  // Outside of any transaction: the DNS takes its time.
  const check = await checkDns(app.dns, domain, target);
  if (check === undefined) {
    const problem = 'No DNS server answers at the moment; try again in a minute';
    return { status: 200, body: { ...renderDomain(domain, target), problem } };
  }
  const checked = await changeProject(app.db, project, actorOf(user), async (tx, record) => {
    const { verified } = await recordCheck(tx, domain, check);
    if (verified) {
      await record({
        action: 'domain.verified',
        target: { kind: 'domain', id: domain.id, name: domain.host },
      });
    }
    return getDomain(tx, project, domain.id);
  });
  app.lookups.apply(`domain ${domain.host}`);
  return { status: 200, body: renderDomain(checked, target) };
});
