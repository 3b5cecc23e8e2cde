import { sql, type Transaction } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import type { BoundedRange } from '#platform/lib/timeRange.ts';
import { lowestIdAt } from '#platform/lib/uuid.ts';
import type { Link } from '#links/link/Link.ts';
import { CLICK_KIND } from '../../clicks/facts/Click.ts';
import { textOfCode } from '../../clicks/facts/factColumns.ts';
import type { RouteCounts } from '../../numbers/ClickStore.ts';
import { clickedWithin } from './clickedWithin.ts';

/** From rows. A visitor is added up first, so that nothing has to be sorted. */
export async function countRoutes(
  trx: Transaction<Database>,
  link: Pick<Link, 'key'>,
  range: BoundedRange,
): Promise<RouteCounts[]> {
  const { rows } = await sql<RouteCounts>`
    with click as (
      select clicks.id, route, visitor, (clicked_at at time zone 'UTC')::date as day
      from clicks
      where link_key = ${link.key} and kind = ${sql.lit(CLICK_KIND.click)} and ${clickedWithin(range)}
    ), opened as materialized (
      select click_id from opens where link_key = ${link.key}
        and click_id >= ${lowestIdAt(range.from.getTime())}::uuid and click_id < ${lowestIdAt(range.to.getTime())}::uuid
    ), installed as materialized (
      select click_id from attribution_facts where link_key = ${link.key} and kind = 'install'
    ), person as (
      select route, visitor, day, count(*) as clicks, count(opened.click_id) as opens, count(installed.click_id) as installs
      from click
        left join opened on opened.click_id = click.id
        left join installed on installed.click_id = click.id
      group by route, visitor, day
    )
    select ${sql.raw(textOfCode('route', 'counted.route'))} as route, clicks, people, opens, openers, installs, installers
    from (
      select route, sum(clicks)::bigint as clicks, count(visitor) as people,
             sum(opens)::bigint as opens, count(visitor) filter (where opens > 0) as openers,
             sum(installs)::bigint as installs, count(visitor) filter (where installs > 0) as installers
      from person group by route
    ) as counted`.execute(trx);
  return rows;
}
