import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { rotateIdentitySecret } from '#teams/projects/identity/rotateIdentitySecret.ts';
import { route } from '../../routing/route.ts';
import { renderIdentitySecret } from './getIdentitySecret.ts';

const DEFAULT_GRACE_HOURS = 24;

export const rotateIdentitySecretRoute = route(
  operations.rotateIdentitySecret,
  async ({ app, caller: { project, user }, body }) => {
    // The body may be omitted entirely.
    const given: typeof body | undefined = body;
    const graceHours = given?.graceHours ?? DEFAULT_GRACE_HOURS;
    const made = await rotateIdentitySecret(app.accounts, project, actorOf(user), graceHours);
    return { status: 201, body: { ...renderIdentitySecret(made), secret: made.secret } };
  },
);
