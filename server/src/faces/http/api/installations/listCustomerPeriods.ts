import { operations } from '@fairlead/contract';
import { findInstallation } from '#apps/installations/findInstallation.ts';
import { listCustomerPeriods } from '#apps/installations/listCustomerPeriods.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { route } from '../../routing/route.ts';

export const listCustomerPeriodsRoute = route(
  operations.listCustomerPeriods,
  async ({ app, caller, params }) => {
    const installation = await findInstallation(app.db, caller.project, params.installationId);
    if (!installation) throw new Problem('NOT_FOUND', 'Installation not found');
    const periods = await listCustomerPeriods(app.db, installation);
    const customers = periods.map(({ since, until, outrankedAt, ...period }) => ({
      ...period,
      from: since.toISOString(),
      to: until?.toISOString() ?? null,
      outrankedAt: outrankedAt?.toISOString() ?? null,
    }));
    return { status: 200, body: { customers } };
  },
);
