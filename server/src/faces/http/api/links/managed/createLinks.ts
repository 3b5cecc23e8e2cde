import { operations } from '@fairlead/contract';
import { createLinkRows } from '#links/creating/createLinkRows.ts';
import { authorOf } from './getManagedProject.ts';
import { route } from '../../../routing/route.ts';
import { renderRows } from './renderRows.ts';

export const createLinksRoute = route(
  operations.createLinks,
  async ({ app, caller, query, body }) => {
    const { project } = caller;
    const rows = await createLinkRows(app, project, authorOf(caller), body, query);
    return { status: 200, body: renderRows(rows, app.config.linkUrlTemplate, query) };
  },
);
