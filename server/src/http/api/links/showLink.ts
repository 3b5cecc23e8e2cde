import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import type { App } from '../../../app.ts';
import { getLinkStats } from '../../../clicks/getLinkStats.ts';
import type { Link } from '../../../links/Link.ts';
import type { Project } from '../../../projects/Project.ts';
import { renderProjectLink } from '../../views/projectLinkView.ts';
import { hostOf } from '../../views/shortUrlOf.ts';

/** A link as the dashboard shows it, with its lifetime numbers. */
export async function showLink(app: App, project: Project, link: Link): Promise<ProjectLink> {
  await app.ledger.loaded();
  const [host, stats] = await Promise.all([hostOf(app, link), getLinkStats(app, link, {})]);
  return renderProjectLink({ link, host, stats }, project, app.config.linkUrlTemplate);
}
