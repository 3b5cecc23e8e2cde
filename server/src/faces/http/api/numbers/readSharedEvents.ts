import { operations } from '@fairlead/contract';
import { hideFewPeople } from '#apps/events/numbers/hideFewPeople.ts';
import { readEventNumbers } from '#apps/events/numbers/readEventNumbers.ts';
import { chooseSharedWindow } from '#visits/numbers/shares/chooseSharedWindow.ts';
import { route } from '../../routing/route.ts';
import { gone, openShare } from './openShare.ts';

export const readSharedEventsRoute = route(
  operations.readSharedEvents,
  async ({ app, body: { token, password, by = 'name', ...asked } }) => {
    const { share, project, link } = await openShare(app, { token, password });
    if (!share.showsEvents) throw gone();
    const { facts, ...window } = await chooseSharedWindow(app.db, project, {
      ...asked,
      ...share.facts,
    });
    const numbers = await app.numbers.read((reading) =>
      readEventNumbers(reading, project, { window, by, credit: 'install', of: { link, facts } }),
    );
    return { status: 200, body: hideFewPeople(numbers) };
  },
);
