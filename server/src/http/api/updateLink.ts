import { operations } from '@fairlead/contract';
import { shortUrlOf } from '../../domains/shortUrlOf.ts';
import { updateLink as updateLinkOf } from '../../links/updateLink.ts';
import { getManagedProject } from '../getManagedProject.ts';
import { route } from '../route.ts';
import { renderManagedLink } from '../views/linkView.ts';

export const updateLink = route(operations.updateLink, async ({ app, caller, params, body }) => {
  const project = await getManagedProject(app, caller, params.id);
  const { iosSocialBreakout: _breakout, iosBrowserAutoOpen: _autoOpen, ...unflagged } = body;
  // The flags belong to the dashboard; a key's are ignored, as they are on creation.
  const changes = caller.kind === 'key' ? unflagged : body;
  const link = await updateLinkOf(app.db, project, params.id, changes);
  app.lookups.apply(`link ${link.projectId} ${link.slug}`);
  const shortUrl = await shortUrlOf(app.db, app.config.linkUrlTemplate, link);
  return { status: 200, body: renderManagedLink(link, shortUrl) };
});
