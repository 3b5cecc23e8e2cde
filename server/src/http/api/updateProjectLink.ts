import { operations } from '@fairlead/contract';
import { updateLink } from '../../links/updateLink.ts';
import { actorOf, changeProject } from '../changeProject.ts';
import { route } from '../route.ts';
import { showLink } from '../showLink.ts';

export const updateProjectLink = route(
  operations.updateProjectLink,
  async ({ app, caller, params, body }) => {
    const { user, project } = caller;
    const link = await changeProject(app, project, actorOf(user), async (tx, record) => {
      const changed = await updateLink(tx, project, params.linkId, body);
      await record({
        action: 'link.updated',
        target: { kind: 'link', id: changed.id, name: changed.name ?? changed.slug },
        details: { fields: Object.keys(body) },
      });
      return changed;
    });
    app.lookups.apply(`link ${project.id} ${link.slug}`);
    return { status: 200, body: await showLink(app, project, link) };
  },
);
