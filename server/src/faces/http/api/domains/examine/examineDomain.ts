import { operations } from '@fairlead/contract';
import { getDomain } from '#teams/domains/listDomains.ts';
import { examine } from './examine.ts';
import { route } from '../../../routing/route.ts';

export const examineDomainRoute = route(
  operations.examineDomain,
  async ({ app, caller: { project }, params }) => {
    const domain = await getDomain(app.db, project, params.domainId);
    return { status: 200, body: await examine(app, project, domain) };
  },
);
