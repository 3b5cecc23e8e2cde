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
    const made = await createProjectLink(app.db, project, actorOf(user), input, limit);
    return { status: made.created ? 201 : 200, body: await showLink(app, project, made.link) };
  },
  ({ app, caller, body }) => examineNewLink(app.db, caller.project, body),
);
