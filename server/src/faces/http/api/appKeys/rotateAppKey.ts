import { operations } from '@fairlead/contract';
import { rotateAppKey } from '#teams/appKeys/rotateAppKey.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';
import { renderAppKey } from '../../views/appKeyView.ts';

const DEFAULT_GRACE_HOURS = 24;

export const rotateAppKeyRoute = route(
  operations.rotateAppKey,
  async ({ app, caller, params, body }) => {
    const { user, project } = caller;
    // The body may be omitted entirely.
    const given: typeof body | undefined = body;
    const graceHours = given?.graceHours ?? DEFAULT_GRACE_HOURS;
    const actor = actorOf(user);
    const rotated = await rotateAppKey(app.db, project, actor, params.keyId, graceHours);
    return { status: 201, body: { key: renderAppKey(rotated.made), text: rotated.text } };
  },
);
