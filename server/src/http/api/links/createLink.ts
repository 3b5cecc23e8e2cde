import { operations } from '@fairlead/contract';
import { createLink } from '../../../links/createLink.ts';
import { examineNewLink } from '../../../links/examineNewLink.ts';
import { getPlan } from '../../../plans/readPlans.ts';
import { getKeyContext } from '../../access/installationContext.ts';
import { route } from '../../routing/route.ts';
import { renderLink } from '../../views/linkView.ts';
import { shortUrlOf } from '../../views/shortUrlOf.ts';

export const createLinkRoute = route(
  operations.createLink,
  async ({ app, request, caller, token, body }) => {
    const { project } = caller;
    const context = await getKeyContext(app, request, project, token);
    const { links: limit } = getPlan(app.plans, project.plan).limits;
    const domains = (await app.lookups.domainsOf(project.id)) ?? [];
    const together = { inserts: app.groups.links, domains };
    const { link, created } = await createLink(app.db, project, body, limit, together);
    // Its absence may be cached.
    if (created) app.lookups.apply({ kind: 'link', projectId: project.id, slug: link.slug });
    const shortUrl = await shortUrlOf(app, link);
    return {
      status: created ? 201 : 200,
      body: renderLink(link, shortUrl),
      headers: context.headers,
    };
  },
  ({ app, caller, body }) => examineNewLink(app.db, caller.project, body),
);
