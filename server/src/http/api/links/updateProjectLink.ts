import { operations } from '@fairlead/contract';
import { checkLinkChanges, updateLink } from '../../../links/updateLink.ts';
import { changeLink } from './changeLink.ts';
import { route } from '../../routing/route.ts';
import { showLink } from './showLink.ts';

export const updateProjectLinkRoute = route(
  operations.updateProjectLink,
  async ({ app, caller, params, body }) => {
    const { project } = caller;
    const link = await changeLink(app, project, caller, {
      action: 'link.updated',
      details: { fields: Object.keys(body) },
      run: (tx) => updateLink(tx, project, params.linkId, body),
    });
    return { status: 200, body: await showLink(app, project, link) };
  },
  ({ body }) => checkLinkChanges(body),
);
