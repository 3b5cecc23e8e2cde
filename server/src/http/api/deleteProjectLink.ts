import { operations } from '@fairlead/contract';
import { deleteLink } from '../../links/deleteLink.ts';
import { actorOf, changeProject } from '../changeProject.ts';
import { route } from '../route.ts';

export const deleteProjectLink = route(
  operations.deleteProjectLink,
  async ({ app, caller, params }) => {
    const { user, project } = caller;
    const link = await changeProject(app, project, actorOf(user), async (tx, record) => {
      const deleted = await deleteLink(tx, project, params.linkId);
      await record({
        action: 'link.deleted',
        target: { kind: 'link', id: deleted.id, name: deleted.name ?? deleted.slug },
      });
      return deleted;
    });
    app.lookups.apply(`link ${project.id} ${link.slug}`);
    return { status: 200, body: { success: true } };
  },
);
