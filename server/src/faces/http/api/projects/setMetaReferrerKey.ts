import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { setMetaReferrerKey } from '#teams/projects/metaKey/setMetaReferrerKey.ts';
import { route } from '../../routing/route.ts';

export const setMetaReferrerKeyRoute = route(
  operations.setMetaReferrerKey,
  async ({ app, caller: { project, user }, body }) => ({
    status: 200,
    body: {
      lastCharacters: await setMetaReferrerKey(app.accounts, project, actorOf(user), body.key),
    },
  }),
);
