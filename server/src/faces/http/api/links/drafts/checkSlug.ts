import { operations } from '@fairlead/contract';
import { examineNewLink } from '#links/creating/examineNewLink.ts';
import { route } from '../../../routing/route.ts';

export const checkSlugRoute = route(operations.checkSlug, async ({ app, caller, query }) => {
  const [finding] = await examineNewLink(app.db, caller.project, { slug: query.slug });
  return { status: 200, body: { problem: finding?.message ?? null } };
});
