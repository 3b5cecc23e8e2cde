import { operations } from '@fairlead/contract';
import { deleteInstallation } from '../../../attribution/deleteInstallation.ts';
import { findOpeningInstallation } from '../../../attribution/findOpeningInstallation.ts';
import { Problem } from '../../../lib/Problem.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import { route } from '../../routing/route.ts';

export const eraseInstallationRoute = route(
  operations.eraseInstallation,
  async ({ app, caller, params }) => {
    const { project, user } = caller;
    const opener = await findOpeningInstallation(app.db, project, params.installationId);
    if (!opener) throw new Problem('NOT_FOUND', 'Installation not found');
    // Its clicks have to be in the database to lose their traces.
    await app.ledger.loaded();
    await changeProject(app.db, project, actorOf(user), async (tx, record) => {
      await deleteInstallation(tx, project, opener);
      // The entry stays and names nobody: the id was the record's own and leads nowhere now.
      await record({
        action: 'installation.erased',
        target: { kind: 'installation', id: opener.id, name: opener.id },
      });
    });
    // The change notification comes too, but a moment later than this answer.
    app.lookups.apply(`installations ${project.id}`);
    return { status: 200, body: { success: true } };
  },
);
