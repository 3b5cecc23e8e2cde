import { operations } from '@fairlead/contract';
import { actorOf } from '../../../audit/actorOf.ts';
import { createProjectLink } from '../../../links/createProjectLink.ts';
import { examineNewLink } from '../../../links/examineNewLink.ts';
import { getPlan } from '../../../plans/readPlans.ts';
import { route } from '../../routing/route.ts';
import { showLink } from './showLink.ts';

export const createProjectLinkRoute = route(
  operations.createProjectLink,
  async ({ app, caller, query, body }) => {
    const { user, project } = caller;
    const { links: limit } = getPlan(app.plans, project.plan).limits;
    const input = { ...body, ...query };
    const actor = actorOf(user);
    const { link, created } = await createProjectLink(app.db, project, actor, input, limit);
    const { body: shown, headers } = await showLink(app, project, link);
    const location = `/api/v1/projects/${project.id}/links/${link.id}`;
    return {
      status: created ? 201 : 200,
      body: shown,
      headers: { ...headers, ...(created && { location }) },
    };
  },
  ({ app, caller, body }) => examineNewLink(app.db, caller.project, body),
);
