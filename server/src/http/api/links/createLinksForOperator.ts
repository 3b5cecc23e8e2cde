import { operations } from '@fairlead/contract';
import { recordAudit } from '../../../audit/recordAudit.ts';
import { Problem } from '../../../lib/Problem.ts';
import { createLinkRows } from '../../../links/createLinkRows.ts';
import { route } from '../../routing/route.ts';
import { renderRows } from './renderRows.ts';
import { summarizeNames } from './summarizeNames.ts';

export const createLinksForOperatorRoute = route(
  operations.createLinksForOperator,
  async ({ app, params, body }) => {
    const project = await app.lookups.project(params.projectId.toLowerCase());
    if (!project) throw new Problem('NOT_FOUND', 'Project not found');
    const actor = { kind: 'operator' } as const;
    const rows = await createLinkRows(app, project, body, (tx, created) =>
      recordAudit(tx, project, actor, {
        action: 'links.created',
        target: { kind: 'link', id: null, name: summarizeNames(created.map(({ slug }) => slug)) },
        details: { count: created.length },
      }),
    );
    return { status: 200, body: renderRows(rows, app.config.linkUrlTemplate) };
  },
);
