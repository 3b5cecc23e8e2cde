import { operations } from '@fairlead/contract';
import { measureReach } from '#apps/builds/measureReach.ts';
import { readFleet } from '#apps/builds/readFleet.ts';
import { getLink } from '#links/finding/findLink.ts';
import { route } from '../../routing/route.ts';

export const getLinkReachRoute = route(
  operations.getLinkReach,
  async ({ app, caller: { project }, params }) => {
    const link = await getLink(app.db, project, params.linkId);
    return { status: 200, body: await measureReach(await readFleet(app, project), link) };
  },
);
