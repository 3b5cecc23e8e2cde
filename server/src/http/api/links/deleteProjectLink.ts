import { operations } from '@fairlead/contract';
import { deleteLink } from '../../../links/deleteLink.ts';
import { changeLink } from './changeLink.ts';
import { route } from '../../routing/route.ts';

export const deleteProjectLinkRoute = route(
  operations.deleteProjectLink,
  async ({ app, caller, params }) => {
    const { project } = caller;
    await changeLink(app, project, caller, {
      action: 'link.deleted',
      run: (tx) => deleteLink(tx, project, params.linkId),
    });
    return { status: 200, body: { success: true } };
  },
);
