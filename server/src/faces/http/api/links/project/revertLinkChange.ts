import { operations } from '@fairlead/contract';
import { revertLinkChange } from '#links/changing/revertLinkChange.ts';
import { route } from '../../../routing/route.ts';
import { authorOf } from '../managed/getManagedProject.ts';
import { showLink } from '../showLink.ts';

export const revertLinkChangeRoute = route(
  operations.revertLinkChange,
  async ({ app, caller, params }) => {
    const { project } = caller;
    const { linkId, changeId } = params;
    const link = await revertLinkChange(app.db, project, authorOf(caller), linkId, changeId);
    return { status: 200, ...(await showLink(app, project, link)) };
  },
);
