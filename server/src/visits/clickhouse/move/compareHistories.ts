import { sql, type Kysely } from 'kysely';
import { CLICK_FIELDS, CLICK_KIND, STORED } from '../../clicks/facts/Click.ts';
import { RECEIVED_FIELDS } from '../../clicks/facts/events.ts';
import { snakeCase } from '../../clicks/facts/factColumns.ts';
import type { Database } from '#platform/db/schema.ts';
import type { ClickHouse } from '../connection/ClickHouse.ts';
import { FIRST_MS } from '../events/rowsOfEvents.ts';
import { STORED_VALUES } from '../rowsOfClicks.ts';
import { selectFields } from './copyClicks.ts';

/** What was recounted on both sides. */
export interface Comparison {
  readonly clicks: number;
  readonly days: number;
  readonly events: number;
  readonly differences: readonly string[];
}

/** A day of a project, recounted, with further sums that only have to be equal. */
interface Day extends Readonly<Record<string, string | number>> {
  readonly project: string;
  readonly day: string;
  readonly counted: number;
}

const FIRST = new Date(FIRST_MS).toISOString();

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
    select project, day, count(*) as counted, ${kinds.join(', ')}, count(distinct "linkKey") as links,
           count(distinct visitor) as visitors, sum(${weighed.join(' + ')}) as texts
    from (${history}) as history group by project, day`;
}

/** SQL that both databases read: events, and sums in which each field has a weight of its own. */
function countEvents(history: string): string {
  const { projectId: _projectId, ...fields } = RECEIVED_FIELDS;
  const sums = Object.entries(fields).map(([name, { postgres }], place) => {
    const column = snakeCase(name);
    switch (postgres.name) {
      case 'text':
        return `${place + 1} * coalesce(octet_length(${column}), 0)`;
      case 'bigint':
        return `${place + 1} * coalesce(${column}, 0)`;
      case 'boolean':
        return `case when ${column} then ${place + 1} else 0 end`;
      default:
        return `case when ${column} is null then 0 else ${place + 1} end`;
    }
  });
  return `
    select project, day, count(*) as counted, sum(coalesce(link_key, 0)) as links, sum(${sums.join(' + ')}) as fields
    from (${history}) as history group by project, day`;
}

/** Recounts every day of every project in both, from the rows. */
export async function compareHistories(ch: ClickHouse, db: Kysely<Database>): Promise<Comparison> {
  const clicks = await compareDays(ch, db, {
    before: countDays(`
      select projects.id::text as project, to_char(clicked_at at time zone 'UTC', 'YYYY-MM-DD') as day,
             link_key as "linkKey", ${selectFields('clicks')}
      from clicks join projects on projects.number = project_number`),
    after: countDays(
      `select toString(project_id) as project, toString(toDate(at)) as day, ${STORED_VALUES} from clicks`,
    ),
  });
  const events = await compareDays(ch, db, {
    before: countEvents(`
      select projects.id::text as project, to_char(greatest(at, '${FIRST}') at time zone 'UTC', 'YYYY-MM-DD') as day, events.*
      from events join projects on projects.number = project_number`),
    after: countEvents(
      'select toString(project_id) as project, toString(toDate32(at)) as day, * from events final',
    ),
  });
  const differences = [
    ...clicks.differences,
    ...events.differences.map((difference) => `events of ${difference}`),
  ];
  return {
    clicks: clicks.days.reduce((sum, day) => sum + day.counted, 0),
    days: clicks.days.length,
    events: events.days.reduce((sum, day) => sum + day.counted, 0),
    differences: differences.slice(0, MAX_DIFFERENCES),
  };
}

/** Asks PostgreSQL and ClickHouse; `days` as the former has them. */
async function compareDays(
  ch: ClickHouse,
  db: Kysely<Database>,
  questions: { readonly before: string; readonly after: string },
) {
  const { rows } = await sql<Day>`${sql.raw(questions.before)}`.execute(db);
  const [expected, found] = [byDay(rows), byDay(await ch.select<Day>(questions.after))];
  const differences = [...new Set([...expected.keys(), ...found.keys()])]
    .filter((day) => expected.get(day) !== found.get(day))
    .map((day) => {
      const [before = 'nothing', after = 'nothing'] = [expected.get(day), found.get(day)];
      return `${day}: ${before} in PostgreSQL, ${after} in ClickHouse`;
    });
  return { days: rows, differences };
}

/** The numbers of each day of a project as a text. */
function byDay(days: readonly Day[]): Map<string, string> {
  return new Map(
    days.map(({ project, day, ...sums }) => [`${project} ${day}`, Object.values(sums).join('/')]),
  );
}
