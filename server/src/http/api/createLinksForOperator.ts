import { operations } from '@fairlead/contract';
import { recordAudit } from '../../audit/recordAudit.ts';
import { Problem } from '../../lib/Problem.ts';
import { UUID_PATTERN } from '../../lib/uuid.ts';
import { createLinkRows } from '../createLinkRows.ts';
import { nameAll } from '../nameAll.ts';
import { route } from '../route.ts';

export const createLinksForOperator = route(
  operations.createLinksForOperator,
  async ({ app, params, body }) => {
    const { projectId } = params;
    const project = UUID_PATTERN.test(projectId)
      ? await app.lookups.project(projectId.toLowerCase())
      : undefined;
    if (!project) throw new Problem('NOT_FOUND', 'Project not found');
    const rows = await createLinkRows(app, project, body, (tx, created) =>
      recordAudit(
        tx,
        project,
        { kind: 'operator' },
        {
          action: 'links.created',
          target: { kind: 'link', id: null, name: nameAll(created.map(({ slug }) => slug)) },
          details: { count: created.length },
        },
      ),
    );
    return { status: 200, body: rows };
  },
);
