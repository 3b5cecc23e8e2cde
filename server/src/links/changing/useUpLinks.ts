import { sql } from 'kysely';
import { projectsApart } from '#platform/db/apart.ts';
import type { Db } from '#platform/db/Db.ts';

/**
 * Ends links that have had as many clicks of people as `expiresAfterClicks` allows, of every project. Every process hears of it as
 * of any change of a link.
 */
export async function useUpLinks(db: Db): Promise<void> {
  await projectsApart(db, (of) =>
    sql`
      update links set used_up = true
      from link_counters
      where link_counters.link_key = links.key and links.expires_after_clicks is not null and not links.used_up
        and links.deleted_at is null and link_counters.clicks >= links.expires_after_clicks
        and ${of('links.project_id')}`.execute(db),
  );
}
