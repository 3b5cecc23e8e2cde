import { LIMITS } from '@fairlead/contract/limits';
import { sql } from 'kysely';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import { changeProject } from '#teams/audit/changeProject.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { finding } from '@fairlead/contract/finding';
import { Problem } from '#platform/lib/Problem.ts';
import { type AppBuild, compareBuilds } from './AppBuild.ts';
import { type Dropped, findDropped } from './findDropped.ts';

interface Published {
  /** The newest published build before it; undefined if it is the first. */
  readonly before: AppBuild | undefined;
  readonly dropped: Dropped;
}

const SEGMENTS = `${LIMITS.routeSegments} segments; end it with ** where the rest makes no difference`;
const GLOBSTARS = `${LIMITS.routeGlobstars} segments **; name the segments between them, or publish several patterns`;
const NOTHING: Dropped = { count: 0, routes: [], links: [] };

/**
 * Compares what a build opens with what the one before it does, without keeping anything. Throws VALIDATION_ERROR for patterns that are
 * too long, or take too long to compare.
 */
export async function checkBuild(
  db: Db,
  project: Pick<Project, 'id'>,
  given: AppBuild,
): Promise<Published> {
  assertShortRoutes(given.routes);
  const before = await findBuildBefore(db, project, given);
  const dropped = before && (await findDropped(db, project, given.platform, before, given));
  return { before, dropped: dropped ?? NOTHING };
}

/** The same, and keeps the build in place of what was published for it. */
export async function publishBuild(
  db: Db,
  project: Pick<Project, 'id'>,
  actor: Actor,
  given: AppBuild,
): Promise<Published> {
  const published = await checkBuild(db, project, given);
  await changeProject(db, project, actor, async (tx, record) => {
    await write(tx, project, given);
    const name = `${given.platform} ${given.build}`;
    const target = { kind: 'build', id: null, name };
    await record({ action: 'build.published', target, details: { routes: given.routes } });
  });
  return published;
}

async function write(
  db: Db,
  project: Pick<Project, 'id'>,
  { platform, build, routes, publishedAt }: AppBuild,
): Promise<void> {
  const values = { routes: [...routes], published_at: publishedAt };
  await db
    .insertInto('app_builds')
    .values({ project_id: project.id, platform, build, ...values })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'platform', 'build']).doUpdateSet(values),
    )
    .execute();
  // Build machines publish every build: those before the last ones are on no phone any more.
  await sql`
    delete from app_builds
    where project_id = ${project.id} and platform = ${platform} and (published_at, build) < (
      select published_at, build from app_builds
      where project_id = ${project.id} and platform = ${platform}
      order by published_at desc, build desc
      offset ${LIMITS.publishedBuilds - 1} limit 1
    )`.execute(db);
}

async function findBuildBefore(
  db: Db,
  project: Pick<Project, 'id'>,
  { platform, build }: AppBuild,
): Promise<AppBuild | undefined> {
  const ofPlatform = db
    .selectFrom('app_builds')
    .where('project_id', '=', project.id)
    .where('platform', '=', platform);
  const builds = await ofPlatform.select('build').execute();
  const [newest] = builds
    .map((each) => each.build)
    .filter((each) => compareBuilds(each, build) < 0)
    .toSorted((a, b) => compareBuilds(b, a));
  if (newest === undefined) return undefined;
  const row = await ofPlatform.selectAll().where('build', '=', newest).executeTakeFirst();
  return row && { platform, build: row.build, routes: row.routes, publishedAt: row.published_at };
}

function assertShortRoutes(routes: readonly string[]): void {
  const findings = routes.flatMap((route, index) => {
    const [path = ''] = route.split('?');
    const segments = path.split('/').filter(Boolean);
    const globstars = segments.filter((segment) => segment === '**');
    const field = ['routes', String(index)];
    return [
      ...(segments.length > LIMITS.routeSegments
        ? [finding(field, 'too_many', `routes.${index} has more than ${SEGMENTS}`)]
        : []),
      ...(globstars.length > LIMITS.routeGlobstars
        ? [finding(field, 'too_many', `routes.${index} has more than ${GLOBSTARS}`)]
        : []),
    ];
  });
  if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
}
