import { operations } from '@fairlead/contract';
import { examineNewLink } from '../../links/examineNewLink.ts';
import { route } from '../route.ts';

export const checkSlug = route(operations.checkSlug, async ({ app, caller, query }) => {
  const [finding] = await examineNewLink(app.db, caller.project, { slug: query.slug });
  return { status: 200, body: { problem: finding?.message ?? null } };
});
