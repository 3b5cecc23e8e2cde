import { operations } from '@fairlead/contract';
import { endAppKey } from '../../../appKeys/endAppKey.ts';
import { getAppKey } from '../../../appKeys/listAppKeys.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import { route } from '../../routing/route.ts';

export const revokeAppKeyRoute = route(operations.revokeAppKey, async ({ app, caller, params }) => {
  const { user, project } = caller;
  const key = await changeProject(app.db, project, actorOf(user), async (tx, record) => {
    const found = await getAppKey(tx, project, params.keyId);
    await endAppKey(tx, project, found, new Date());
    await record({
      action: 'key.revoked',
      target: { kind: 'key', id: found.id, name: found.name },
    });
    return found;
  });
  app.lookups.apply(`key ${key.hash}`);
  return { status: 200, body: { success: true } };
});
