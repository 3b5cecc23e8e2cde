import { operations } from '@fairlead/contract';
import { shortUrlOf } from '../../../domains/shortUrlOf.ts';
import { checkLinkChanges, updateLink } from '../../../links/updateLink.ts';
import { changeManagedLink } from './changeLink.ts';
import { route } from '../../routing/route.ts';
import { renderManagedLink } from '../../views/linkView.ts';

export const updateLinkRoute = route(
  operations.updateLink,
  async ({ app, caller, params, body }) => {
    const link = await changeManagedLink(app, caller, params.id, {
      action: 'link.updated',
      details: { fields: Object.keys(body) },
      run: (db, project) => updateLink(db, project, params.id, body),
    });
    const shortUrl = await shortUrlOf(app.db, app.config.linkUrlTemplate, link);
    return { status: 200, body: renderManagedLink(link, shortUrl) };
  },
  ({ body }) => checkLinkChanges(body),
);
