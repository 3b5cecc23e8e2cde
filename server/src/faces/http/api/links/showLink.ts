import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import type { App } from '../../../App.ts';
import { getLinkStats } from '#visits/numbers/getLinkStats.ts';
import type { Link } from '#links/link/Link.ts';
import { versionOf } from '#links/link/linkVersion.ts';
import { findPrintedTargets } from '#links/rules/printedTargets.ts';
import type { Project } from '#teams/projects/Project.ts';
import { renderProjectLink } from '../../views/links/projectLinkView.ts';
import { hostOf } from '../../views/links/shortUrlOf.ts';

interface ShownLink {
  readonly body: ProjectLink;
  readonly headers: { readonly etag: string };
}

/** A link as the dashboard shows it, with its lifetime numbers and the version that it is. */
export async function showLink(app: App, project: Project, link: Link): Promise<ShownLink> {
  const [host, stats, targets] = await Promise.all([
    hostOf(app, link),
    app.numbers.read((reading) => getLinkStats(reading, link, {})),
    findPrintedTargets(app.db, project),
  ]);
  const body = renderProjectLink(
    { link, host, stats, targets },
    project,
    app.config.linkUrlTemplate,
  );
  return { body, headers: { etag: versionOf(link) } };
}
