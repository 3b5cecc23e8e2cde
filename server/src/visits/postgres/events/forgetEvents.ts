import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { projectNumber } from '../../clicks/facts/projectNumber.ts';

/** `EventStore.forget`. */
export async function forgetEvents(
  tx: Db,
  project: Pick<Project, 'id'>,
  events: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    update events as event set installation = null, click_id = null, customer_id = null, transaction_id = null,
      items = null, properties = null, link_key = gone.link_key
    from (${events}) as gone
    where event.project_number = ${projectNumber(project.id)} and event.event_id = gone.event_id`.execute(
    tx,
  );
}
