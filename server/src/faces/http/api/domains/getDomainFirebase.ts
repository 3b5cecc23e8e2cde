import { operations } from '@fairlead/contract';
import { listLongLinks } from '#visits/clicks/listLongLinks.ts';
import { getDomain } from '#teams/domains/listDomains.ts';
import { listLinkedHosts } from '#links/finding/listLinkedHosts.ts';
import { route } from '../../routing/route.ts';

export const getDomainFirebaseRoute = route(
  operations.getDomainFirebase,
  async ({ app, caller: { project }, params }) => {
    const domain = await getDomain(app.db, project, params.domainId);
    const allowedHosts = [...(domain.firebaseHosts ?? [])];
    const longLinks = await app.numbers.read((reading) => listLongLinks(reading, domain.id));
    const effective =
      allowedHosts.length > 0 ? allowedHosts : [...(await listLinkedHosts(app.db, project))];
    return {
      status: 200,
      body: {
        enabled: domain.firebaseHosts !== null,
        allowedHosts,
        effectiveHosts: effective.filter((host) => host !== domain.host).toSorted(),
        longLinks: longLinks.map(({ lastClickedAt, ...numbers }) => ({
          ...numbers,
          lastClickedAt: lastClickedAt?.toISOString() ?? null,
        })),
      },
    };
  },
);
