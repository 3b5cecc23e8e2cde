import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { changeProjectLinks } from '#links/changing/changeProjectLinks.ts';
import { readLinkFilter } from '#links/finding/linkFilter.ts';
import { getPlan } from '#teams/plans/readPlans.ts';
import { route } from '../../../routing/route.ts';
import { renderRefusedLinks } from '../../../views/links/refusedLinksView.ts';

export const changeProjectLinksRoute = route(
  operations.changeProjectLinks,
  async ({ app, caller, body }) => {
    const { user, project } = caller;
    const { links: limit } = getPlan(app.plans, project.plan).limits;
    const { filter, asOf, expected, change, after, preview } = body;
    const input = {
      filter: readLinkFilter(filter),
      asOf: asOf === undefined ? undefined : new Date(asOf),
      expected,
      change,
      after,
      preview,
    };
    const { changed, refused, ...step } = await changeProjectLinks(
      app.db,
      project,
      actorOf(user),
      input,
      limit,
    );
    return {
      status: 200,
      body: {
        ...step,
        changed: changed.map(({ id }) => id),
        refused: renderRefusedLinks(refused),
      },
    };
  },
);
