import { operations } from '@fairlead/contract';
import { shortUrlOf } from '../../domains/shortUrlOf.ts';
import { createLink as createLinkOf } from '../../links/createLink.ts';
import { getPlan } from '../../plans/readPlans.ts';
import { getKeyContext } from '../installationContext.ts';
import { route } from '../route.ts';
import { renderLink } from '../views/linkView.ts';

export const createLink = route(operations.createLink, async (call) => {
  const { app, request, caller, token, body } = call;
  const context = await getKeyContext(app, request, caller.project, token);
  const { link, created } = await createLinkOf(
    app.db,
    caller.project,
    body,
    getPlan(app.plans, caller.project.plan).limits.links,
  );
  // The announcement comes too, but a moment later than this answer.
  if (created) app.lookups.apply(`link ${link.projectId} ${link.slug}`);
  const shortUrl = await shortUrlOf(app.db, app.config.linkUrlTemplate, link);
  return {
    status: created ? 201 : 200,
    body: renderLink(link, shortUrl),
    headers: context.headers,
  };
});
