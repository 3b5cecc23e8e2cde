import { operations } from '@fairlead/contract';
import { shortUrlOf } from '../../../domains/shortUrlOf.ts';
import { getCallersLink } from './getCallersLink.ts';
import { route } from '../../routing/route.ts';
import { renderManagedLink } from '../../views/linkView.ts';

export const getLinkByIdRoute = route(operations.getLinkById, async ({ app, caller, params }) => {
  const link = await getCallersLink(app, caller, params.id);
  const shortUrl = await shortUrlOf(app.db, app.config.linkUrlTemplate, link);
  return { status: 200, body: renderManagedLink(link, shortUrl) };
});
