import { operations } from '@fairlead/contract';
import { listAppKeys as listAppKeysOf } from '../../appKeys/listAppKeys.ts';
import { route } from '../route.ts';
import { renderAppKey } from '../views/appKeyView.ts';

export const listAppKeys = route(operations.listAppKeys, async ({ app, caller }) => {
  const keys = await listAppKeysOf(app.db, caller.project);
  return { status: 200, body: { keys: keys.map(renderAppKey) } };
});
