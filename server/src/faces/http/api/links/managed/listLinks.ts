import { operations } from '@fairlead/contract';
import type { ManagedLink } from '@fairlead/contract/operations/linkManagement';
import { createSlices } from '#platform/lib/createSlices.ts';
import { fillLinkTemplate } from '#platform/lib/web/fillLinkTemplate.ts';
import { listLinks } from '#links/finding/listLinks.ts';
import { chooseProject } from '../../../access/chooseProject.ts';
import { route } from '../../../routing/route.ts';
import { renderManagedLink, stepsOfRendering } from '../../../views/links/linkView.ts';

export const listLinksRoute = route(operations.listLinks, async ({ app, caller, query }) => {
  const { projectId, sortOrder, limit = 50, ...filter } = query;
  const project = await chooseProject(app, caller, projectId);
  const ascending = sortOrder === 'asc';
  const page = await listLinks(app.db, project, { ...filter, ascending, limit });
  const slices = createSlices();
  const links: ManagedLink[] = [];
  for (const link of page.links) {
    const shortUrl = fillLinkTemplate(app.config.linkUrlTemplate, link.host, link.slug);
    links.push(renderManagedLink(link, shortUrl));
    if (slices.spend(stepsOfRendering(link))) await slices.turn();
  }
  const { nextCursor } = page;
  return { status: 200, body: { links, ...(nextCursor !== undefined && { nextCursor }) } };
});
