import { operations } from '@fairlead/contract';
import { checkLinkChanges, updateLink } from '../../../links/updateLink.ts';
import { actorOfCaller, getManagedProject } from './getManagedProject.ts';
import { route } from '../../routing/route.ts';
import { renderManagedLink } from '../../views/linkView.ts';
import { shortUrlOf } from '../../views/shortUrlOf.ts';

export const updateLinkRoute = route(
  operations.updateLink,
  async ({ app, caller, params, body }) => {
    const project = await getManagedProject(app, caller, params.id);
    const link = await updateLink(app.db, project, actorOfCaller(caller), params.id, body);
    const shortUrl = await shortUrlOf(app, link);
    return { status: 200, body: renderManagedLink(link, shortUrl) };
  },
  ({ body }) => checkLinkChanges(body),
);
