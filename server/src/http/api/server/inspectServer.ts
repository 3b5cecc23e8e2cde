import { operations } from '@fairlead/contract';
import { route } from '../../routing/route.ts';
import { renderServer } from '../../views/serverView.ts';

export const inspectServerRoute = route(operations.inspectServer, async ({ app }) => ({
  status: 200,
  body: renderServer(app),
}));
