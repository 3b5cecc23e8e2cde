import { operations } from '@fairlead/contract';
import { readDestination } from '#links/creating/readDestination.ts';
import { route } from '../../../routing/route.ts';

export const readDestinationRoute = route(operations.readDestination, async ({ app, body }) => ({
  status: 200,
  body: await readDestination(app, body.url),
}));
