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
    // Each chunk is a transaction, and has its entry in it: what is made is noted, whatever breaks off later.
    const rows = await createLinkRows(app, project, body, {
      onCreated: (tx, created) =>
        recordAudit(tx, project, actorOf(user), {
          action: 'links.created',
          target: { kind: 'link', id: null, name: summarizeNames(created.map(({ slug }) => slug)) },
          details: { count: created.length },
        }),
      onStored: ({ slug }) => app.lookups.apply(`link ${project.id} ${slug}`),
    });
    return { status: 200, body: renderRows(rows, app.config.linkUrlTemplate) };
  },
);
