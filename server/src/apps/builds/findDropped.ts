import type { AppPlatform } from '@fairlead/contract/operations/builds';
import type { Db } from '#platform/db/Db.ts';
import type { Link } from '#links/link/Link.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { AppBuild } from './AppBuild.ts';
import { appPathOf } from './appPathOf.ts';
import { openerOf, routeFinderOf } from './openerOf.ts';
import { eachLiveLink } from './eachLiveLink.ts';

/** Live links that a build opened and the one after it does not (Rule: builds 6). */
export interface Dropped {
  readonly count: number;
  /** The patterns by which the build before opened them, the most needed first. */
  readonly routes: readonly { readonly route: string; readonly links: number }[];
  /** The first of them. */
  readonly links: readonly { readonly link: Link; readonly path: string }[];
}

const MAX_SHOWN = 20;

export async function findDropped(
  db: Db,
  project: Pick<Project, 'id'>,
  platform: AppPlatform,
  before: Pick<AppBuild, 'routes'>,
  after: Pick<AppBuild, 'routes'>,
): Promise<Dropped> {
  const routeOf = routeFinderOf(before.routes);
  const opens = openerOf(after.routes);
  const needed = new Map<string, number>();
  const links: { link: Link; path: string }[] = [];
  for await (const link of eachLiveLink(db, project, new Date())) {
    const path = appPathOf(link, platform);
    const route = path === null || opens(path) ? undefined : routeOf(path);
    if (path === null || route === undefined) continue;
    needed.set(route, (needed.get(route) ?? 0) + 1);
    if (links.length < MAX_SHOWN) links.push({ link, path });
  }
  const routes = [...needed].map(([route, count]) => ({ route, links: count }));
  return {
    count: routes.reduce((sum, each) => sum + each.links, 0),
    routes: routes.toSorted((a, b) => b.links - a.links),
    links,
  };
}
