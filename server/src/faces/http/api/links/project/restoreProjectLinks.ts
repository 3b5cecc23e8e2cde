import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { restoreProjectLinks } from '#links/changing/restoreProjectLinks.ts';
import { getPlan } from '#teams/plans/readPlans.ts';
import { route } from '../../../routing/route.ts';
import { renderRefusedLinks } from '../../../views/links/refusedLinksView.ts';

export const restoreProjectLinksRoute = route(
  operations.restoreProjectLinks,
  async ({ app, caller, body }) => {
    const { user, project } = caller;
    const { links: limit } = getPlan(app.plans, project.plan).limits;
    const actor = actorOf(user);
    const { restored, refused } = await restoreProjectLinks(
      app.db,
      project,
      actor,
      body.ids,
      limit,
    );
    return {
      status: 200,
      body: {
        restored: restored.length,
        refused: renderRefusedLinks(refused),
      },
    };
  },
);
