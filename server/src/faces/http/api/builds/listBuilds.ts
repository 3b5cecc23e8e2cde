import { operations } from '@fairlead/contract';
import { readFleet } from '#apps/builds/readFleet.ts';
import { route } from '../../routing/route.ts';

export const listBuildsRoute = route(operations.listBuilds, async ({ app, caller }) => {
  const fleet = await readFleet(app, caller.project);
  const builds = fleet.map(({ platform, published, phones }) => ({
    platform,
    build: published?.build ?? null,
    phones,
    routes: published?.routeCount ?? 0,
    publishedAt: published?.publishedAt.toISOString() ?? null,
  }));
  return { status: 200, body: { builds } };
});
