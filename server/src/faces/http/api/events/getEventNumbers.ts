import { operations } from '@fairlead/contract';
import { readEventNumbers } from '#apps/events/numbers/readEventNumbers.ts';
import { route } from '../../routing/route.ts';
import { chooseScope } from './chooseScope.ts';

export const getEventNumbersRoute = route(
  operations.getEventNumbers,
  async ({ app, caller, query: { by = 'name', credit = 'any', name, saidBy, ...asked } }) => {
    const { window, link } = await chooseScope(app.db, caller.project, asked);
    const body = await app.numbers.read((reading) =>
      readEventNumbers(reading, caller.project, {
        window,
        by,
        credit,
        name,
        saidBy,
        of: { link },
      }),
    );
    return { status: 200, body };
  },
);
