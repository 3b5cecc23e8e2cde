import { operations } from '@fairlead/contract';
import { createLinkRows } from './createLinkRows.ts';
import { route } from '../../routing/route.ts';

export const createLinksRoute = route(operations.createLinks, async ({ app, caller, body }) => ({
  status: 200,
  body: await createLinkRows(app, caller.project, body),
}));
