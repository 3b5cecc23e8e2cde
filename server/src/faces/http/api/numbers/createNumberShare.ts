import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { createNumberShare } from '#visits/numbers/shares/writeNumberShare.ts';
import { route } from '../../routing/route.ts';
import { renderNumberShare } from '../../views/numbersView.ts';

export const createNumberShareRoute = route(
  operations.createNumberShare,
  async ({ app, caller, body: { name, linkId = null, facts = {}, password } }) => {
    const passwordHash =
      password === undefined ? null : await app.accounts.passwords.hash(password);
    const share = { name, linkId, facts, passwordHash };
    const made = await createNumberShare(app.db, caller.project, actorOf(caller.user), share);
    return { status: 201, body: renderNumberShare(app, made) };
  },
);
