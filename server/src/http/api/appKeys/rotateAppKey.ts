import { operations } from '@fairlead/contract';
import { rotateAppKey } from '../../../appKeys/rotateAppKey.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import { route } from '../../routing/route.ts';
import { renderAppKey } from '../../views/appKeyView.ts';

const DEFAULT_GRACE_HOURS = 24;

export const rotateAppKeyRoute = route(
  operations.rotateAppKey,
  async ({ app, caller, params, body }) => {
    const { user, project } = caller;
    // The body may be left out altogether.
    const given: typeof body | undefined = body;
    const graceHours = given?.graceHours ?? DEFAULT_GRACE_HOURS;
    const rotated = await changeProject(app.db, project, actorOf(user), async (tx, record) => {
      const result = await rotateAppKey(tx, project, params.keyId, graceHours);
      await record({
        action: 'key.rotated',
        target: { kind: 'key', id: result.replaced.id, name: result.replaced.name },
        details: { graceHours, newKeyId: result.made.id },
      });
      return result;
    });
    app.lookups.apply(`key ${rotated.replaced.hash}`);
    app.lookups.apply(`key ${rotated.made.hash}`);
    return { status: 201, body: { key: renderAppKey(rotated.made), text: rotated.text } };
  },
);
