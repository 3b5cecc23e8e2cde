import { LIMITS } from '@fairlead/contract/limits';
import type { AppPlatform } from '@fairlead/contract/operations/builds';
import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { PLATFORM } from '../installations/platform.ts';

/** Installations of one build that were seen in the last 30 days. */
export interface PhoneCount {
  readonly platform: AppPlatform;
  readonly build: string;
  readonly phones: number;
}

/** Milliseconds for which a count is good enough: a million installations take a second. */
export const PHONES_FRESH_MS = 30_000;

/** Anyone can make an app's call with a build of their own: of more builds than these, the rarest count as one without a name. */
const MAX_BUILDS = 200;

/** The phones of a project by build; websites and servers are none. */
export async function countPhones(db: Db, project: Pick<Project, 'id'>): Promise<PhoneCount[]> {
  const { rows } = await sql<PhoneCount>`
    with counted as (
      select ${sql.raw(PLATFORM)} as platform, coalesce(app_build, '') as build, count(*) as phones
      from installations
      where project_id = ${project.id}
        and last_seen_at > now() - make_interval(days => ${LIMITS.reachDays})
      group by 1, 2
    ), ranked as (
      select *, row_number() over (order by phones desc) as rank from counted where platform is not null
    )
    select platform, case when rank <= ${MAX_BUILDS} then build else '' end as build, sum(phones)::int as phones
    from ranked group by 1, 2`.execute(db);
  return rows;
}
