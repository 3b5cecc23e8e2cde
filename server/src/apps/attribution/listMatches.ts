import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { MatchType } from './matching/MatchReceipt.ts';

type ListedMatch = MatchType | 'test' | 'none';

/** How first opens of these installations were matched; those without a receipt are left out. */
export async function listMatches(
  db: Db,
  project: Pick<Project, 'id'>,
  installationIds: readonly string[],
): Promise<ReadonlyMap<string, ListedMatch>> {
  if (installationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('attribution_receipts')
    .select([
      'installation_id',
      sql<ListedMatch>`case when reason = 'test' then 'test' else coalesce(match_type, 'none') end`.as(
        'match',
      ),
    ])
    .where('project_id', '=', project.id)
    .where('installation_id', 'in', [...installationIds])
    .execute();
  return new Map(
    rows.flatMap(({ installation_id: id, match }) => (id === null ? [] : [[id, match]])),
  );
}
