import { operations } from '@fairlead/contract';
import { deleteLinks } from '../../../links/deleteLinks.ts';
import { displayNameOf } from '../../../links/Link.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import { summarizeNames } from './summarizeNames.ts';
import { route } from '../../routing/route.ts';

export const deleteProjectLinksRoute = route(
  operations.deleteProjectLinks,
  async ({ app, caller, body }) => {
    const { user, project } = caller;
    const links = await changeProject(app.db, project, actorOf(user), async (tx, record) => {
      const deleted = await deleteLinks(tx, project, body.ids);
      if (deleted.length > 0) {
        await record({
          action: 'links.deleted',
          target: { kind: 'link', id: null, name: summarizeNames(deleted.map(displayNameOf)) },
          details: { slugs: deleted.map((link) => link.slug) },
        });
      }
      return deleted;
    });
    for (const { slug } of links) app.lookups.apply(`link ${project.id} ${slug}`);
    return { status: 200, body: { deleted: links.length } };
  },
);
