import { sql, type Kysely } from 'kysely';
import { CLICK_FIELDS, CLICK_KIND, STORED } from '../../clicks/facts/Click.ts';
import type { Database } from '#platform/db/schema.ts';
import type { ClickHouse } from '../connection/ClickHouse.ts';
import { STORED_VALUES } from '../rowsOfClicks.ts';
import { selectFields } from './copyClicks.ts';

/** What was recounted on both sides. */
export interface Comparison {
  readonly clicks: number;
  readonly days: number;
  readonly differences: readonly string[];
}

/** A day of a project, recounted, with further sums that only have to be equal. */
interface Day extends Readonly<Record<string, string | number>> {
  readonly project: string;
  readonly day: string;
  readonly clicks: number;
}

/** Maximum differences reported. */
const MAX_DIFFERENCES = 20;

/** SQL that both databases read: kinds, links, visitors, and a sum in which each field has a weight of its own. */
function countDays(history: string): string {
  const kinds = Object.entries(CLICK_KIND).map(
    ([kind, code]) => `count(*) filter (where kind = ${code}) as ${kind}_kind`,
  );
  const weighed = STORED.flatMap((name, place) => {
    const { codes, dictionary } = CLICK_FIELDS[name];
    if (codes) return [`${place + 1} * "${name}"`];
    return dictionary ? [`${place + 1} * coalesce(octet_length("${name}"), 0)`] : [];
  });
  return `
    select project, day, count(*) as clicks, ${kinds.join(', ')}, count(distinct "linkKey") as links,
           count(distinct visitor) as visitors, sum(${weighed.join(' + ')}) as texts
    from (${history}) as history group by project, day`;
}

/** Recounts every day of every project in both, from the rows. */
export async function compareHistories(ch: ClickHouse, db: Kysely<Database>): Promise<Comparison> {
  const { rows } = await sql<Day>`${sql.raw(
    countDays(`
      select projects.id::text as project, to_char(clicked_at at time zone 'UTC', 'YYYY-MM-DD') as day,
             link_key as "linkKey", ${selectFields('clicks')}
      from clicks join projects on projects.number = project_number`),
  )}`.execute(db);
  const copied = await ch.select<Day>(
    countDays(
      `select toString(project_id) as project, toString(toDate(at)) as day, ${STORED_VALUES} from clicks`,
    ),
  );
  const [expected, found] = [byDay(rows), byDay(copied)];
  const differences = [...new Set([...expected.keys(), ...found.keys()])]
    .filter((day) => expected.get(day) !== found.get(day))
    .map((day) => {
      const [before = 'nothing', after = 'nothing'] = [expected.get(day), found.get(day)];
      return `${day}: ${before} in PostgreSQL, ${after} in ClickHouse`;
    });
  const clicks = rows.reduce((sum, day) => sum + day.clicks, 0);
  return { clicks, days: rows.length, differences: differences.slice(0, MAX_DIFFERENCES) };
}

/** The numbers of each day of a project as a text. */
function byDay(days: readonly Day[]): Map<string, string> {
  return new Map(
    days.map(({ project, day, ...sums }) => [`${project} ${day}`, Object.values(sums).join('/')]),
  );
}
