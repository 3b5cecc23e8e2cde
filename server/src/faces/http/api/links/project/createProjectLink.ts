import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { createLink } from '#links/creating/createLink.ts';
import { examineNewLink } from '#links/creating/examineNewLink.ts';
import { route } from '../../../routing/route.ts';
import { showLink } from '../showLink.ts';

export const createProjectLinkRoute = route(
  operations.createProjectLink,
  async ({ app, caller, query, body }) => {
    const { user, project } = caller;
    const input = { ...body, ...query };
    const { link, created } = await createLink(app, project, input, { actor: actorOf(user) });
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
