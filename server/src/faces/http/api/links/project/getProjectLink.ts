import { operations } from '@fairlead/contract';
import { getLink } from '#links/finding/findLink.ts';
import { route } from '../../../routing/route.ts';
import { showLink } from '../showLink.ts';

export const getProjectLinkRoute = route(
  operations.getProjectLink,
  async ({ app, caller, params }) => {
    const link = await getLink(app.db, caller.project, params.linkId);
    return { status: 200, ...(await showLink(app, caller.project, link)) };
  },
);
