import { operations } from '@fairlead/contract';
import { deleteInstallation } from '../../attribution/deleteInstallation.ts';
import { findOpener } from '../../attribution/findOpener.ts';
import { Problem } from '../../lib/Problem.ts';
import { route } from '../route.ts';

export const eraseInstallation = route(
  operations.eraseInstallation,
  async ({ app, caller, params }) => {
    const opener = await findOpener(app.db, caller.project, params.installationId);
    if (!opener) throw new Problem('NOT_FOUND', 'Installation not found');
    await deleteInstallation(app.db, caller.project, opener);
    return { status: 200, body: { success: true } };
  },
);
