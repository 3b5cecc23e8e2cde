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
    // Its clicks have to be in the database for their traces to be erased.
    await app.ledger.loaded();
    await changeProject(app.db, project, actorOf(user), async (tx, record) => {
      await deleteInstallation(tx, project, opener);
      // The entry stays and identifies no one: the id was the record's own and no longer leads anywhere.
      await record({
        action: 'installation.erased',
        target: { kind: 'installation', id: opener.id, name: opener.id },
      });
    });
    return { status: 200, body: { success: true } };
  },
);
