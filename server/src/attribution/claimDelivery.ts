import { sql } from 'kysely';
import type { Db } from '../db/Db.ts';

/**
 * Claims a click for the first open that is given its link, once (Rule: attribution). False, and nothing has changed,
 * where another was given it or it is credited already. A claimed click is no candidate any longer.
 */
export async function claimDelivery(db: Db, clickId: string): Promise<boolean> {
  const { rows } = await sql<{ claimed: boolean }>`
    with claim as (
      insert into delivered_clicks (click_id)
      select ${clickId}::uuid where not exists (
        select from attribution_facts where click_id = ${clickId}::uuid and kind = 'click'
      )
      on conflict do nothing
      returning click_id
    ), spent as (
      update click_signals set used = true where click_id in (select click_id from claim)
    )
    select exists (select from claim) as claimed`.execute(db);
  return rows[0]?.claimed === true;
}
