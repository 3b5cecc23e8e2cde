import { operations } from '@fairlead/contract';
import { listAppKeys } from '#teams/appKeys/listAppKeys.ts';
import { route } from '../../routing/route.ts';
import { renderAppKey } from '../../views/appKeyView.ts';

export const listAppKeysRoute = route(operations.listAppKeys, async ({ app, caller }) => {
  const keys = await listAppKeys(app.db, caller.project);
  return { status: 200, body: { keys: keys.map(renderAppKey) } };
});
