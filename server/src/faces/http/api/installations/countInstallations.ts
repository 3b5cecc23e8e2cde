import { operations } from '@fairlead/contract';
import { countInstallations } from '#apps/attribution/outcomes/countInstallations.ts';
import { readInstallationFilter } from '#apps/attribution/outcomes/installationFilter.ts';
import { route } from '../../routing/route.ts';

export const countInstallationsRoute = route(
  operations.countInstallations,
  async ({ app, caller, query }) => {
    const filter = readInstallationFilter(query);
    return { status: 200, body: await countInstallations(app.db, caller.project, filter) };
  },
);
