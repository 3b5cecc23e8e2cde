import { operations } from '@fairlead/contract';
import { createAppKey } from '../../../appKeys/createAppKey.ts';
import { getAppKey } from '../../../appKeys/listAppKeys.ts';
import { checkLimit } from '../../../plans/checkLimit.ts';
import { lockLimits } from '../../../plans/lockLimits.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import { route } from '../../routing/route.ts';
import { renderAppKey } from '../../views/appKeyView.ts';

export const createAppKeyRoute = route(operations.createAppKey, async ({ app, caller, body }) => {
  const { user, project } = caller;
  const made = await changeProject(app.db, project, actorOf(user), async (tx, record) => {
    await lockLimits(tx, project, () => checkLimit(tx, app.plans, project, 'apiKeys'));
    const { id, text } = await createAppKey(tx, project, body);
    await record({
      action: 'key.created',
      target: { kind: 'key', id, name: body.name },
      details: { class: body.class },
    });
    return { key: await getAppKey(tx, project, id), text };
  });
  app.lookups.apply(`key ${made.key.hash}`);
  return { status: 201, body: { key: renderAppKey(made.key), text: made.text } };
});
