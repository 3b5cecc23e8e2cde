import { operations } from '@fairlead/contract';
import { route } from '../route.ts';
import { renderServer } from '../views/serverView.ts';

export const inspectServer = route(operations.inspectServer, async ({ app }) => ({
  status: 200,
  body: renderServer(app),
}));
