import { operations } from '@fairlead/contract';
import { displayNameOf } from '#links/link/Link.ts';
import { listAnnotations } from '#visits/numbers/annotations/listAnnotations.ts';
import { readAnalytics } from '#visits/numbers/readAnalytics.ts';
import { chooseSharedWindow } from '#visits/numbers/shares/chooseSharedWindow.ts';
import { hideFew } from '#visits/numbers/shares/hideFew.ts';
import { route } from '../../routing/route.ts';
import { openShare } from './openShare.ts';

/** Entries of each list. */
const LIMIT = 100;

export const readSharedNumbersRoute = route(
  operations.readSharedNumbers,
  async ({ app, body: { token, password, ...asked } }) => {
    const { share, project, link } = await openShare(app, { token, password });
    const window = await chooseSharedWindow(app.db, project, { ...asked, ...share.facts });
    const numbers = await app.numbers.read((reading) =>
      readAnalytics(reading, project, { link, window, limit: LIMIT }),
    );
    const annotations = share.showsNotes ? await listAnnotations(app.db, project, window) : [];
    return {
      status: 200,
      body: {
        name: share.name,
        project: project.name,
        link: link ? displayNameOf(link) : null,
        facts: share.facts,
        showsEvents: share.showsEvents,
        numbers: hideFew(numbers),
        annotations: annotations.map(({ id, day, text }) => ({ id, day, text })),
      },
    };
  },
);
