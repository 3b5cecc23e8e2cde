import { operations } from '@fairlead/contract';
import { listDomains } from '#teams/domains/listDomains.ts';
import { domainSourceOf } from './examine/domainSource.ts';
import { route } from '../../routing/route.ts';
import { renderDomain } from '../../views/domainView.ts';

export const listDomainsRoute = route(operations.listDomains, async ({ app, caller }) => {
  const domains = await listDomains(app.db, caller.project);
  const target = app.config.publicUrl.hostname;
  const source = domainSourceOf(app);
  return {
    status: 200,
    body: {
      domains: domains.map((domain) => renderDomain(domain, target)),
      serverDomain:
        source === undefined || domains.some(({ given }) => given) ? null : source.parent,
    },
  };
});
