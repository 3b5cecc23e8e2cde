import { operations } from '@fairlead/contract';
import { checkSlug as findProblem } from '../../links/checkSlug.ts';
import { route } from '../route.ts';

export const checkSlug = route(operations.checkSlug, async ({ app, caller, query }) => ({
  status: 200,
  body: { problem: await findProblem(app.db, caller.project, query.slug) },
}));
