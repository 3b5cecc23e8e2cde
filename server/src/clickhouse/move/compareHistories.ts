import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { ClickHouse } from '../ClickHouse.ts';

/** What was recounted on both sides. */
export interface Comparison {
  readonly clicks: number;
  readonly days: number;
  readonly differences: readonly string[];
}

/** A day of a project, recounted: kinds, links, visitors, and a sum over every value of every click. */
interface Day {
  readonly project: string;
  readonly day: string;
  readonly clicks: number;
  readonly previews: number;
  readonly bots: number;
  readonly links: number;
  readonly visitors: number;
  readonly texts: number;
}

/** How many differences are told. */
const TOLD = 20;

/** Recounts every day of every project in both, from the rows. */
export async function compareHistories(ch: ClickHouse, db: Kysely<Database>): Promise<Comparison> {
  const { rows: expected } = await sql<Day>`
    select projects.id::text as project, to_char(clicked_at at time zone 'UTC', 'YYYY-MM-DD') as day,
           count(*) filter (where kind = 1) as clicks, count(*) filter (where kind = 2) as previews,
           count(*) filter (where kind = 3) as bots, count(distinct link_key) as links,
           count(distinct visitor) as visitors,
           sum(coalesce(octet_length(device.term), 0) + 2 * coalesce(octet_length(os.term), 0)
             + 3 * coalesce(octet_length(browser.term), 0) + 5 * coalesce(octet_length(country.term), 0)
             + 7 * coalesce(octet_length(app.term), 0) + 11 * coalesce(octet_length(referrers.host), 0)
             + 13 * source)::bigint as texts
    from clicks join projects on projects.number = project_number
      left join click_terms as device on device.code = clicks.device
      left join click_terms as os on os.code = clicks.os
      left join click_terms as browser on browser.code = clicks.browser
      left join click_terms as country on country.code = clicks.country
      left join click_terms as app on app.code = clicks.app
      left join referrers on referrers.code = clicks.referrer
    group by 1, 2`.execute(db);
  const found = await ch.select<Day>(`
    SELECT toString(project_id) AS project, toString(toDate(at)) AS day, countIf(kind = 1) AS clicks,
           countIf(kind = 2) AS previews, countIf(kind = 3) AS bots, uniqExact(link_key) AS links,
           uniqExactIf(assumeNotNull(visitor), visitor IS NOT NULL) AS visitors,
           sum(length(device) + 2 * length(os) + 3 * length(browser) + 5 * length(country) + 7 * length(app)
             + 11 * length(referrer) + 13 * source) AS texts
    FROM clicks GROUP BY project, day`);
  const keyOf = ({ project, day }: Day) => `${project} ${day}`;
  const left = new Map(found.map((day) => [keyOf(day), day]));
  const differences: string[] = [];
  for (const day of expected) {
    const other = left.get(keyOf(day));
    left.delete(keyOf(day));
    if (textOf(day) !== (other && textOf(other))) {
      differences.push(
        `${keyOf(day)}: ${textOf(day)} in PostgreSQL, ${other ? textOf(other) : 'nothing'} in ClickHouse`,
      );
    }
  }
  for (const day of left.values()) differences.push(`${keyOf(day)}: only in ClickHouse`);
  const clicks = expected.reduce((sum, day) => sum + day.clicks + day.previews + day.bots, 0);
  return { clicks, days: expected.length, differences: differences.slice(0, TOLD) };
}

function textOf({ clicks, previews, bots, links, visitors, texts }: Day): string {
  return [clicks, previews, bots, links, visitors, texts].join('/');
}
