import type { AppPlatform } from '@fairlead/contract/operations/builds';
import type { Db } from '#platform/db/Db.ts';
import type { Link } from '#links/link/Link.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { AppBuild } from './AppBuild.ts';
import { pathsOf } from './appPathOf.ts';
import { createSlices } from '#platform/lib/createSlices.ts';
import { eachLiveLinks } from './eachLiveLinks.ts';
import { matchRoutes } from './matchRoutes.ts';

/** Live links that a build opened and the one after it does not (Rule: builds 6). */
export interface Dropped {
  readonly count: number;
  /** The patterns by which the build before opened them, the most needed first. */
  readonly routes: readonly { readonly route: string; readonly links: number }[];
  /** The first of them. */
  readonly links: readonly { readonly link: Link; readonly path: string }[];
}

const MAX_SHOWN = 20;

/** Throws as `matchRoutes`. */
export async function findDropped(
  db: Db,
  project: Pick<Project, 'id'>,
  platform: AppPlatform,
  before: Pick<AppBuild, 'routes'>,
  after: Pick<AppBuild, 'routes'>,
): Promise<Dropped> {
  const matching = { slices: createSlices(), excess: 0 };
  const needed = new Map<string, number>();
  const links: { link: Link; path: string }[] = [];
  for await (const batch of eachLiveLinks(db, project, new Date())) {
    const paths = await pathsOf(matching.slices, batch, platform);
    const opened = await matchRoutes(matching, after.routes, paths.values());
    const left = [...paths].filter(([, path]) => !opened.has(path));
    const routes = await matchRoutes(
      matching,
      before.routes,
      left.map(([, path]) => path),
    );
    for (const [link, path] of left) {
      const route = routes.get(path);
      if (route === undefined) continue;
      needed.set(route, (needed.get(route) ?? 0) + 1);
      if (links.length < MAX_SHOWN) links.push({ link, path });
    }
  }
  const routes = [...needed].map(([route, count]) => ({ route, links: count }));
  return {
    count: routes.reduce((sum, each) => sum + each.links, 0),
    routes: routes.toSorted((a, b) => b.links - a.links),
    links,
  };
}
