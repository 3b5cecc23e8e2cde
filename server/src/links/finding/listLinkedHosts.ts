import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';

/** More than anyone would link to by hand. */
const MAX_HOSTS = 1000;

/**
 * The web hosts that the project's live links lead to, in lower case, but for those that only apps have made links to
 * (Rule: credentials 13). Without `since`, the time of creation, it reads every link: call it rarely.
 */
export async function listLinkedHosts(
  db: Db,
  project: Pick<Project, 'id'>,
  since: Date | null = null,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ host: string }>`
    select distinct lower(substring(url from '^https?://([A-Za-z0-9.-]+)(?:[:/?#]|$)')) as host
    from links cross join lateral unnest(array[
      fallback_url, ios_url, android_url, ios_fallback_url, android_fallback_url]) as url
    where project_id = ${project.id} and deleted_at is null and not made_by_app
      and (${since}::timestamptz is null or created_at >= ${since}::timestamptz) and url ~ '^https?://[A-Za-z0-9.-]+(?:[:/?#]|$)'
    limit ${MAX_HOSTS}`.execute(db);
  return new Set(rows.map((row) => row.host));
}
