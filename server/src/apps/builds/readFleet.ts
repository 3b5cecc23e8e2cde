import type { AppPlatform } from '@fairlead/contract/operations/builds';
import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type AppBuild, compareBuilds } from './AppBuild.ts';
import type { PhoneCount } from './countPhones.ts';

/** Phones of one published build, or all of a platform whose build has published nothing. */
interface FleetPart {
  readonly platform: AppPlatform;
  /** Null for the latter, as `routes`. */
  readonly published:
    | (Pick<AppBuild, 'build' | 'publishedAt'> & { readonly routeCount: number })
    | null;
  readonly phones: number;
  /** Empty for a build without phones. */
  readonly routes: readonly string[] | null;
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
  const counts = (await lookups.phonesOf(project.id)) ?? [];
  const left = new Map(counts.map((each) => [`${each.platform} ${each.build}`, each]));
  const isUsed = sql<boolean>`platform || ' ' || build = any(${[...left.keys()]})`;
  const builds = await db
    .selectFrom('app_builds')
    .select(['platform', 'build', 'published_at'])
    .select([
      sql<number>`cardinality(routes)`.as('route_count'),
      // As JSON, which is read natively: an array of a thousand texts is read character by character.
      sql<string[]>`case when ${isUsed} then to_json(routes) else '[]'::json end`.as('routes'),
    ])
    .where('project_id', '=', project.id)
    .execute();
  const published = builds.map(({ platform, build, routes, ...row }) => {
    const name = `${platform} ${build}`;
    const phones = left.get(name)?.phones ?? 0;
    left.delete(name);
    const of = { build, publishedAt: row.published_at, routeCount: row.route_count };
    return { platform, published: of, phones, routes };
  });
  const others = Map.groupBy(left.values(), ({ platform }) => platform);
  return [
    ...published,
    ...[...others].map(([platform, all]) => ({
      platform,
      published: null,
      phones: all.reduce((sum, { phones }) => sum + phones, 0),
      routes: null,
    })),
  ].toSorted(newestFirst);
}

function newestFirst(a: FleetPart, b: FleetPart): number {
  if (a.platform !== b.platform) return a.platform === 'ios' ? -1 : 1;
  return compareBuilds(b.published?.build ?? '', a.published?.build ?? '');
}
