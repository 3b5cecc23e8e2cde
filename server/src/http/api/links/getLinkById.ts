import { operations } from '@fairlead/contract';
import { getCallersLink } from './getCallersLink.ts';
import { route } from '../../routing/route.ts';
import { renderManagedLink } from '../../views/linkView.ts';
import { shortUrlOf } from '../../views/shortUrlOf.ts';

export const getLinkByIdRoute = route(operations.getLinkById, async ({ app, caller, params }) => {
  const link = await getCallersLink(app, caller, params.id);
  const shortUrl = await shortUrlOf(app, link);
  return { status: 200, body: renderManagedLink(link, shortUrl) };
});
