import type { AppPlatform } from '@fairlead/contract/operations/builds';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type AppBuild, compareBuilds } from './AppBuild.ts';
import type { PhoneCount } from './countPhones.ts';
import { type Opener, openerOf } from './openerOf.ts';

/** Phones of one published build, or all of a platform whose build has published nothing. */
interface FleetPart {
  readonly platform: AppPlatform;
  /** Null for the latter, as `opens`. */
  readonly published: AppBuild | null;
  readonly phones: number;
  readonly opens: Opener | null;
}

/** The newest build first. */
export type Fleet = readonly FleetPart[];

export interface FleetStores {
  readonly db: Db;
  readonly lookups: {
    /** At most `PHONES_FRESH_MS` old. */
    phonesOf(
      projectId: string,
    ): readonly PhoneCount[] | null | Promise<readonly PhoneCount[] | null>;
  };
}

/** The phones that used the app in the last 30 days, by what their builds open; and published builds without phones. */
export async function readFleet(
  { db, lookups }: FleetStores,
  project: Pick<Project, 'id'>,
): Promise<Fleet> {
  const [counts, builds] = await Promise.all([
    lookups.phonesOf(project.id),
    db.selectFrom('app_builds').selectAll().where('project_id', '=', project.id).execute(),
  ]);
  const left = new Map((counts ?? []).map((each) => [`${each.platform} ${each.build}`, each]));
  const openers = new Map<string, Opener>();
  const published = builds.map(({ platform, build, routes, published_at: publishedAt }) => {
    const name = `${platform} ${build}`;
    const phones = left.get(name)?.phones ?? 0;
    left.delete(name);
    const list = routes.join(' ');
    const opens = openers.get(list) ?? openerOf(routes);
    openers.set(list, opens);
    return { platform, published: { platform, build, routes, publishedAt }, phones, opens };
  });
  const others = Map.groupBy(left.values(), ({ platform }) => platform);
  return [
    ...published,
    ...[...others].map(([platform, all]) => ({
      platform,
      published: null,
      phones: all.reduce((sum, { phones }) => sum + phones, 0),
      opens: null,
    })),
  ].toSorted(newestFirst);
}

function newestFirst(a: FleetPart, b: FleetPart): number {
  if (a.platform !== b.platform) return a.platform === 'ios' ? -1 : 1;
  return compareBuilds(b.published?.build ?? '', a.published?.build ?? '');
}
