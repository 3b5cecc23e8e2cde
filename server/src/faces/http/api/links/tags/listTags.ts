import { operations } from '@fairlead/contract';
import { listTags } from '#links/finding/listTags.ts';
import { route } from '../../../routing/route.ts';

export const listTagsRoute = route(operations.listTags, async ({ app, caller }) => ({
  status: 200,
  body: { tags: await listTags(app.db, caller.project) },
}));
