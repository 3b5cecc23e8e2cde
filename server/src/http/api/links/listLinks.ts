import { parameterFinding } from '@fairlead/contract/finding';
import { operations } from '@fairlead/contract';
import type { App } from '../../../app.ts';
import { fillLinkTemplate } from '../../../lib/fillLinkTemplate.ts';
import { Problem } from '../../../lib/Problem.ts';
import { listLinks } from '../../../links/listLinks.ts';
import { findMembership } from '../../../projects/findMembership.ts';
import { listProjectIds } from '../../../projects/listProjectIds.ts';
import type { Project } from '../../../projects/Project.ts';
import { type CallerOf, route } from '../../routing/route.ts';
import { renderManagedLink } from '../../views/linkView.ts';

export const listLinksRoute = route(operations.listLinks, async ({ app, caller, query }) => {
  const { projectId, sortOrder, limit = 50, ...filter } = query;
  const project = await getProject(app, caller, projectId);
  const ascending = sortOrder === 'asc';
  const page = await listLinks(app.db, project, { ...filter, ascending, limit });
  const links = page.links.map((link) =>
    renderManagedLink(link, fillLinkTemplate(app.config.linkUrlTemplate, link.host, link.slug)),
  );
  const { nextCursor } = page;
  return { status: 200, body: { links, ...(nextCursor !== undefined && { nextCursor }) } };
});

async function getProject(
  app: App,
  caller: CallerOf<'secretKeyOrSession'>,
  named: string | undefined,
): Promise<Pick<Project, 'id'>> {
  const notFound = () => new Problem('NOT_FOUND', 'Project not found');
  const id = named?.toLowerCase();
  if (caller.kind === 'key') {
    if (id !== undefined && id !== caller.project.id) throw notFound();
    return caller.project;
  }
  if (id !== undefined) {
    const membership = await findMembership(app.db, caller.user, id);
    if (!membership) throw notFound();
    return { id: membership.projectId };
  }
  const [only, another] = await listProjectIds(app.db, caller.user);
  if (only === undefined) throw notFound();
  if (another !== undefined) {
    const message = 'projectId is required: you belong to several projects';
    throw new Problem('VALIDATION_ERROR', parameterFinding('projectId', 'required', message));
  }
  return { id: only };
}
