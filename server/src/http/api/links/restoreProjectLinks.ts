import { operations } from '@fairlead/contract';
import { recordAudit } from '../../../audit/recordAudit.ts';
import { displayNameOf } from '../../../links/Link.ts';
import { restoreLinks } from '../../../links/restoreLinks.ts';
import { getPlan } from '../../../plans/readPlans.ts';
import { actorOf } from '../../../audit/changeProject.ts';
import { summarizeNames } from './summarizeNames.ts';
import { route } from '../../routing/route.ts';

export const restoreProjectLinksRoute = route(
  operations.restoreProjectLinks,
  async ({ app, caller, body }) => {
    const { user, project } = caller;
    const { links: limit } = getPlan(app.plans, project.plan).limits;
    const { restored, refused } = await restoreLinks(
      app.db,
      project,
      body.ids,
      limit,
      (tx, links) =>
        recordAudit(tx, project, actorOf(user), {
          action: links.length === 1 ? 'link.restored' : 'links.restored',
          target: {
            kind: 'link',
            id: links.length === 1 ? (links[0]?.id ?? null) : null,
            name: summarizeNames(links.map(displayNameOf)),
          },
          details: { slugs: links.map(({ slug }) => slug) },
        }),
    );
    for (const { slug } of restored) app.lookups.apply(`link ${project.id} ${slug}`);
    return {
      status: 200,
      body: {
        restored: restored.length,
        refused: refused.map(({ link, message }) => ({ id: link.id, slug: link.slug, message })),
      },
    };
  },
);
