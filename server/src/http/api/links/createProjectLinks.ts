import { operations } from '@fairlead/contract';
import { recordAudit } from '../../../audit/recordAudit.ts';
import { actorOf } from '../../../audit/changeProject.ts';
import { createLinkRows } from '../../../links/createLinkRows.ts';
import { renderRows } from './renderRows.ts';
import { summarizeNames } from './summarizeNames.ts';
import { route } from '../../routing/route.ts';

export const createProjectLinksRoute = route(
  operations.createProjectLinks,
  async ({ app, caller, body }) => {
    const { user, project } = caller;
    // Each chunk is a transaction that includes its audit log entry: what was created is logged even if a later chunk
    // fails.
    const rows = await createLinkRows(app, project, body, (tx, created) =>
      recordAudit(tx, project, actorOf(user), {
        action: 'links.created',
        target: { kind: 'link', id: null, name: summarizeNames(created.map(({ slug }) => slug)) },
        details: { count: created.length },
      }),
    );
    return { status: 200, body: renderRows(rows, app.config.linkUrlTemplate) };
  },
);
