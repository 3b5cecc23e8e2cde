import { operations } from '@fairlead/contract';
import { renameAppKey } from '../../../appKeys/renameAppKey.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import { route } from '../../routing/route.ts';
import { renderAppKey } from '../../views/appKeyView.ts';

export const renameAppKeyRoute = route(
  operations.renameAppKey,
  async ({ app, caller, params, body }) => {
    const { user, project } = caller;
    const key = await changeProject(app.db, project, actorOf(user), async (tx, record) => {
      const renamed = await renameAppKey(tx, project, params.keyId, body.name);
      await record({
        action: 'key.renamed',
        target: { kind: 'key', id: renamed.id, name: renamed.name },
      });
      return renamed;
    });
    return { status: 200, body: renderAppKey(key) };
  },
);
