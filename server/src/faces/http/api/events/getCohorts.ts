import { operations } from '@fairlead/contract';
import { readCohorts } from '#apps/events/numbers/readCohorts.ts';
import { route } from '../../routing/route.ts';
import { chooseScope } from './chooseScope.ts';

export const getCohortsRoute = route(
  operations.getCohorts,
  async ({ app, caller, query: { unit = 'day', ...asked } }) => {
    const scope = await chooseScope(app.db, caller.project, asked);
    const body = await app.numbers.read((reading) =>
      readCohorts(reading, caller.project, { ...scope, unit }),
    );
    return { status: 200, body };
  },
);
