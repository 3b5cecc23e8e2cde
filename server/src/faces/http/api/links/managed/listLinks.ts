import { operations } from '@fairlead/contract';
import { fillLinkTemplate } from '#platform/lib/web/fillLinkTemplate.ts';
import { listLinks } from '#links/finding/listLinks.ts';
import { chooseProject } from '../../../access/chooseProject.ts';
import { route } from '../../../routing/route.ts';
import { renderManagedLink } from '../../../views/links/linkView.ts';

export const listLinksRoute = route(operations.listLinks, async ({ app, caller, query }) => {
  const { projectId, sortOrder, limit = 50, ...filter } = query;
  const project = await chooseProject(app, caller, projectId);
  const ascending = sortOrder === 'asc';
  const page = await listLinks(app.db, project, { ...filter, ascending, limit });
  const links = page.links.map((link) =>
    renderManagedLink(link, fillLinkTemplate(app.config.linkUrlTemplate, link.host, link.slug)),
  );
  const { nextCursor } = page;
  return { status: 200, body: { links, ...(nextCursor !== undefined && { nextCursor }) } };
});
