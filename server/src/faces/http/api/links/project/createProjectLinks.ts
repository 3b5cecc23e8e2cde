import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { createLinkRows } from '#links/creating/createLinkRows.ts';
import { renderRows } from '../managed/renderRows.ts';
import { route } from '../../../routing/route.ts';

export const createProjectLinksRoute = route(
  operations.createProjectLinks,
  async ({ app, caller, query, body }) => {
    const { user, project } = caller;
    const rows = await createLinkRows(app, project, actorOf(user), body, query);
    return { status: 200, body: renderRows(rows, app.config.linkUrlTemplate, query) };
  },
);
