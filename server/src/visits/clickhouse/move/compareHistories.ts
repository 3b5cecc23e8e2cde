import { sql, type Kysely } from 'kysely';
import { CLICK_FIELDS, STORED } from '../../clicks/facts/Click.ts';
import { snakeCase } from '../../clicks/facts/factColumns.ts';
import type { Database } from '#platform/db/schema.ts';
import type { ClickHouse } from '../connection/ClickHouse.ts';
import { postgresText } from './copyClicks.ts';

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

/** Maximum differences reported. */
const MAX_DIFFERENCES = 20;

/** SQL: a sum in which the texts and codes of each field have a weight of their own. */
function weighFields(
  lengthOf: (text: string) => string,
  textOfField: (name: (typeof STORED)[number]) => string,
): string {
  const weighed = STORED.flatMap((name, place) => {
    const { codes, dictionary } = CLICK_FIELDS[name];
    if (codes) return [`${place + 1} * ${snakeCase(name)}`];
    return dictionary ? [`${place + 1} * ${lengthOf(textOfField(name))}`] : [];
  });
  return weighed.join(' + ');
}

/** Recounts every day of every project in both, from the rows. */
export async function compareHistories(ch: ClickHouse, db: Kysely<Database>): Promise<Comparison> {
  const { rows: expected } = await sql<Day>`
    select projects.id::text as project, to_char(clicked_at at time zone 'UTC', 'YYYY-MM-DD') as day,
           count(*) filter (where kind = 1) as clicks, count(*) filter (where kind = 2) as previews,
           count(*) filter (where kind = 3) as bots, count(distinct link_key) as links,
           count(distinct visitor) as visitors,
           sum(${sql.raw(weighFields((text) => `coalesce(octet_length(${text}), 0)`, postgresText))})::bigint as texts
    from clicks join projects on projects.number = project_number
    group by 1, 2`.execute(db);
  const found = await ch.select<Day>(`
    SELECT toString(project_id) AS project, toString(toDate(at)) AS day, countIf(kind = 1) AS clicks,
           countIf(kind = 2) AS previews, countIf(kind = 3) AS bots, uniqExact(link_key) AS links,
           uniqExactIf(assumeNotNull(visitor), visitor IS NOT NULL) AS visitors,
           sum(${weighFields((text) => `length(${text})`, snakeCase)}) AS texts
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
  return { clicks, days: expected.length, differences: differences.slice(0, MAX_DIFFERENCES) };
}

function textOf({ clicks, previews, bots, links, visitors, texts }: Day): string {
  return [clicks, previews, bots, links, visitors, texts].join('/');
}
