import { operations } from '@fairlead/contract';
import { route } from '../../routing/route.ts';

export const getKeyProjectRoute = route(operations.getKeyProject, async ({ caller }) => {
  const { id, name } = caller.project;
  return { status: 200, body: { id, name } };
});
