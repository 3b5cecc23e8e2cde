import { operations } from '@fairlead/contract';
import { checkBuild, publishBuild } from '#apps/builds/publishBuild.ts';
import { chooseProject } from '../../access/chooseProject.ts';
import { authorOf, refuseViewer } from '../links/managed/getManagedProject.ts';
import { route } from '../../routing/route.ts';
import { shortUrlOf } from '../../views/links/shortUrlOf.ts';

export const publishBuildRoute = route(
  operations.publishBuild,
  async ({ app, caller, params, query, body: { routes, check = false } }) => {
    const project = await chooseProject(app, caller, query.projectId);
    refuseViewer(project.role);
    const build = { ...params, routes, publishedAt: new Date() };
    const { before, dropped } = check
      ? await checkBuild(app.db, project, build)
      : await publishBuild(app.db, project, authorOf(caller), build);
    const links = dropped.links.map(async ({ link, path }) => ({
      id: link.id,
      shortUrl: await shortUrlOf(app, link),
      path,
    }));
    return {
      status: 200,
      body: {
        build: { ...build, publishedAt: build.publishedAt.toISOString() },
        before: before?.build ?? null,
        dropped: {
          count: dropped.count,
          routes: dropped.routes.slice(),
          links: await Promise.all(links),
        },
      },
    };
  },
);
