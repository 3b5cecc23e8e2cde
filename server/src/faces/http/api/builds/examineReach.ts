import { operations } from '@fairlead/contract';
import { measureReach } from '#apps/builds/measureReach.ts';
import { readFleet } from '#apps/builds/readFleet.ts';
import { route } from '../../routing/route.ts';

export const examineReachRoute = route(
  operations.examineReach,
  async ({ app, caller: { project }, body }) => {
    const { fallbackUrl = null, iosUrl = null, androidUrl = null, parameters = null } = body;
    const link = { fallbackUrl, iosUrl, androidUrl, parameters };
    return { status: 200, body: await measureReach(await readFleet(app, project), link) };
  },
);
