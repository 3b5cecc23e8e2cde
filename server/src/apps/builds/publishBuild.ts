import type { Actor } from '#teams/audit/AuditEntry.ts';
import { changeProject } from '#teams/audit/changeProject.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type AppBuild, compareBuilds } from './AppBuild.ts';
import { type Dropped, findDropped } from './findDropped.ts';

interface Published {
  /** The newest published build before it; undefined if it is the first. */
  readonly before: AppBuild | undefined;
  readonly dropped: Dropped;
}

const NOTHING: Dropped = { count: 0, routes: [], links: [] };

/** Compares what a build opens with what the one before it does, without keeping anything. */
export async function checkBuild(
  db: Db,
  project: Pick<Project, 'id'>,
  given: AppBuild,
): Promise<Published> {
  const before = await findBuildBefore(db, project, given);
  const dropped = before && (await findDropped(db, project, given.platform, before, given));
  return { before, dropped: dropped ?? NOTHING };
}

/** The same, and keeps the build in place of what was published for it. `actor` is null for a key. */
export async function publishBuild(
  db: Db,
  project: Pick<Project, 'id'>,
  actor: Actor | null,
  given: AppBuild,
): Promise<Published> {
  const published = await checkBuild(db, project, given);
  if (actor === null) await write(db, project, given);
  else {
    await changeProject(db, project, actor, async (tx, record) => {
      await write(tx, project, given);
      const name = `${given.platform} ${given.build}`;
      const target = { kind: 'build', id: null, name };
      await record({ action: 'build.published', target, details: { routes: given.routes } });
    });
  }
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
