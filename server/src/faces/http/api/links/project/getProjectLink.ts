import { operations } from '@fairlead/contract';
import { Problem } from '#platform/lib/Problem.ts';
import { findLink } from '#links/finding/findLink.ts';
import { route } from '../../../routing/route.ts';
import { showLink } from '../showLink.ts';

export const getProjectLinkRoute = route(
  operations.getProjectLink,
  async ({ app, caller, params }) => {
    const link = await findLink(app.db, caller.project, { id: params.linkId });
    if (!link) throw new Problem('NOT_FOUND', 'Link not found');
    return { status: 200, ...(await showLink(app, caller.project, link)) };
  },
);
