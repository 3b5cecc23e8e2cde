import { operations } from '@fairlead/contract';
import { findMetaReferrerKey } from '#teams/projects/metaKey/findMetaReferrerKey.ts';
import { route } from '../../routing/route.ts';

export const getMetaReferrerKeyRoute = route(
  operations.getMetaReferrerKey,
  async ({ app, caller }) => {
    const key = await findMetaReferrerKey(app.accounts, caller.project);
    return { status: 200, body: { lastCharacters: key?.lastCharacters ?? null } };
  },
);
