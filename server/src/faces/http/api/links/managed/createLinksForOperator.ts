import { operations } from '@fairlead/contract';
import { createLinkRows } from '#links/creating/createLinkRows.ts';
import { getNamedProject } from '../../../access/chooseProject.ts';
import { route } from '../../../routing/route.ts';
import { renderRows } from './renderRows.ts';

export const createLinksForOperatorRoute = route(
  operations.createLinksForOperator,
  async ({ app, params, query, body }) => {
    const project = await getNamedProject(app, params.projectId);
    const rows = await createLinkRows(app, project, { kind: 'operator' }, body, query);
    return { status: 200, body: renderRows(rows, app.config.linkUrlTemplate, query) };
  },
);
