import { operations } from '@fairlead/contract';
import { Problem } from '../../../lib/Problem.ts';
import { createLinkRows } from '../../../links/createLinkRows.ts';
import { route } from '../../routing/route.ts';
import { renderRows } from './renderRows.ts';

export const createLinksForOperatorRoute = route(
  operations.createLinksForOperator,
  async ({ app, params, query, body }) => {
    const project = await app.lookups.project(params.projectId.toLowerCase());
    if (!project) throw new Problem('NOT_FOUND', 'Project not found');
    const rows = await createLinkRows(app, project, { kind: 'operator' }, body, query);
    return { status: 200, body: renderRows(rows, app.config.linkUrlTemplate, query) };
  },
);
