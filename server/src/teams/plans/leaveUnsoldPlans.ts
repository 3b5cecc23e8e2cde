import { sql } from 'kysely';
import { projectsApart } from '#platform/db/apart.ts';
import type { Db } from '#platform/db/Db.ts';
import { type Plans, SELF_HOSTED } from './readPlans.ts';

/**
 * If no plans are sold, moves projects that were created in the dashboard and that no operator has put on
 * a plan to `self-hosted`: earlier releases created them with the limits of the first plan of the
 * catalogue. Returns how many.
 */
export async function leaveUnsoldPlans(db: Db, plans: Plans): Promise<number> {
  if (plans.sold) return 0;
  const audited = (action: string) => sql`exists (
    select from audit_entries where project_id = projects.id and action = ${action})`;
  let moved = 0;
  await projectsApart(db, async (of) => {
    const { numAffectedRows = 0n } = await sql`
      update projects set plan = ${SELF_HOSTED}, updated_at = now()
      where plan <> ${SELF_HOSTED} and ${of('projects.id')}
        and ${audited('project.created')} and not ${audited('plan.changed')}
    `.execute(db);
    moved += Number(numAffectedRows);
  });
  return moved;
}
