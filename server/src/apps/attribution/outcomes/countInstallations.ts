import { LIMITS } from '@fairlead/contract/limits';
import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import {
  type InstallationFilter,
  installationsWhere,
  linkWhere,
  SHOWN_OUTCOME,
} from './installationFilter.ts';
import type { ListedInstallation } from './listInstallations.ts';

interface CountedOutcome extends Pick<ListedInstallation, 'match' | 'reason'> {
  readonly count: number;
}

/** The newest installations that pass the filter, by how their first opens were matched; the most frequent outcome first. */
export async function countInstallations(
  db: Db,
  project: Pick<Project, 'id'>,
  filter: InstallationFilter,
): Promise<{ outcomes: CountedOutcome[]; complete: boolean }> {
  const { rows: outcomes } = await sql<CountedOutcome>`
    select match, reason, count(*)::int as count from (
      select ${SHOWN_OUTCOME} from installations
      left join attribution_receipts as receipt on receipt.installation_id = installations.id
      where ${installationsWhere(project, filter)} and ${linkWhere(project, filter)}
      order by installations.id desc limit ${LIMITS.installationsCounted}
    ) as newest
    group by match, reason order by count desc, match, reason`.execute(db);
  const total = outcomes.reduce((sum, { count }) => sum + count, 0);
  return { outcomes, complete: total < LIMITS.installationsCounted };
}
