import { operations } from '@fairlead/contract';
import { Problem } from '#platform/lib/Problem.ts';
import { versionOf } from '#links/link/linkVersion.ts';
import { route } from '../../routing/route.ts';
import { renderResolvedLink } from '../../views/links/linkView.ts';

export const getLinkRoute = route(operations.getLink, async ({ app, caller, params }) => {
  const link = await app.lookups.link(caller.project.id, params.slug);
  if (!link) throw new Problem('NOT_FOUND', `Link with slug "${params.slug}" not found`);
  return { status: 200, body: renderResolvedLink(link), headers: { etag: versionOf(link) } };
});
