import { operations } from '@fairlead/contract';
import { shortUrlOf } from '../../../domains/shortUrlOf.ts';
import { createLink } from '../../../links/createLink.ts';
import { examineNewLink } from '../../../links/examineNewLink.ts';
import { getPlan } from '../../../plans/readPlans.ts';
import { getKeyContext } from '../../access/installationContext.ts';
import { route } from '../../routing/route.ts';
import { renderLink } from '../../views/linkView.ts';

export const createLinkRoute = route(
  operations.createLink,
  async ({ app, request, caller, token, body }) => {
    const { project } = caller;
    const context = await getKeyContext(app, request, project, token);
    const { links: limit } = getPlan(app.plans, project.plan).limits;
    const { link, created } = await createLink(app.db, project, body, limit);
    // The change notification comes too, but a moment later than this answer.
    if (created) app.lookups.apply(`link ${link.projectId} ${link.slug}`);
    const shortUrl = await shortUrlOf(app.db, app.config.linkUrlTemplate, link);
    return {
      status: created ? 201 : 200,
      body: renderLink(link, shortUrl),
      headers: context.headers,
    };
  },
  ({ app, caller, body }) => examineNewLink(app.db, caller.project, body),
);
