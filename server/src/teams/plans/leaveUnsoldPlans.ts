import { type RawBuilder, sql } from 'kysely';
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
  const audited = (what: RawBuilder<unknown>) => sql`exists (
    select from audit_entries where project_id = projects.id and ${what})`;
  // An operator who makes a project says its plan.
  const created = audited(sql`action = 'project.created' and actor_kind <> 'operator'`);
  const changed = audited(sql`action = 'plan.changed'`);
  let moved = 0;
  await projectsApart(db, async (of) => {
    const { numAffectedRows = 0n } = await sql`
      update projects set plan = ${SELF_HOSTED}, updated_at = now()
      where plan <> ${SELF_HOSTED} and ${of('projects.id')}
        and ${created} and not ${changed}
    `.execute(db);
    moved += Number(numAffectedRows);
  });
  return moved;
}
