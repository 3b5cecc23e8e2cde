import { operations } from '@fairlead/contract';
import type { CreateProjectLinkRequest } from '@fairlead/contract/operations/dashboard/links';
import type { Db } from '../../../db/Db.ts';
import { createLink } from '../../../links/createLink.ts';
import { examineNewLink } from '../../../links/examineNewLink.ts';
import { type Link, displayNameOf } from '../../../links/Link.ts';
import { updateLink } from '../../../links/updateLink.ts';
import { getPlan } from '../../../plans/readPlans.ts';
import type { Project } from '../../../projects/Project.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import { route } from '../../routing/route.ts';
import { showLink } from './showLink.ts';

export const createProjectLinkRoute = route(
  operations.createProjectLink,
  async ({ app, caller, query, body }) => {
    const { user, project } = caller;
    const { links: limit } = getPlan(app.plans, project.plan).limits;
    const { link, created } = await changeProject(
      app.db,
      project,
      actorOf(user),
      async (tx, record) => {
        const made = await createLink(tx, project, { ...body, ...query }, limit);
        if (!made.created) return made;
        await record({
          action: 'link.created',
          target: { kind: 'link', id: made.link.id, name: displayNameOf(made.link) },
        });
        return { created: true, link: await setFlags(tx, project, made.link, body) };
      },
    );
    return { status: created ? 201 : 200, body: await showLink(app, project, link) };
  },
  ({ app, caller, body }) => examineNewLink(app.db, caller.project, body),
);

/** Creation itself takes no flags: apps may not set them (Rule: resources 6). */
async function setFlags(
  tx: Db,
  project: Project,
  link: Link,
  { iosSocialBreakout, iosBrowserAutoOpen }: CreateProjectLinkRequest,
): Promise<Link> {
  if (iosSocialBreakout === undefined && iosBrowserAutoOpen === undefined) return link;
  return updateLink(tx, project, link.id, {
    ...(iosSocialBreakout !== undefined && { iosSocialBreakout }),
    ...(iosBrowserAutoOpen !== undefined && { iosBrowserAutoOpen }),
  });
}
