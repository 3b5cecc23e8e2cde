import { operations } from '@fairlead/contract';
import { readFunnel } from '#apps/events/numbers/readFunnel.ts';
import { route } from '../../routing/route.ts';
import { chooseScope } from './chooseScope.ts';

const WEEK = 7 * 24;

export const getFunnelRoute = route(
  operations.getFunnel,
  async ({ app, caller, body: { steps, windowHours = WEEK, ...asked } }) => {
    const scope = await chooseScope(app.db, caller.project, asked);
    const body = await app.numbers.read((reading) =>
      readFunnel(reading, caller.project, { ...scope, steps, windowHours }),
    );
    return { status: 200, body };
  },
);
