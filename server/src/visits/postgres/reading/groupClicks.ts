import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import { CLICK_FIELDS, CLICK_KIND, CLICK_SOURCE, type Term } from '../../clicks/facts/Click.ts';
import { OTHER_REFERRERS } from '../../clicks/facts/clickTerms.ts';
import { snakeCase, textOfCode } from '../../clicks/facts/factColumns.ts';
import { nameOfCode } from '../../clicks/facts/fieldTypes.ts';
import type { ClickGroup, GroupedFact, GroupQuestion } from '../../numbers/ClickStore.ts';
import { findThrottle } from '../throttle.ts';
import { clickedWithin } from './clickedWithin.ts';

/** Groups of one page: some milliseconds of work. */
const PAGE = 5_000;
/** Rows that take about as long as a rest. */
const CLICKS_BETWEEN = 2_000;
/** Rows of more links are read in the order of time: in the order of links each would be on another page. */
const FEW_LINKS = 1_000;

/** Of no group that does not ask for them. */
const NOT_ASKED = {
  source: null,
  device: null,
  os: null,
  country: null,
  app: null,
  referrer: null,
  route: null,
  visitor: null,
};

type Row = Omit<ClickGroup, 'source'> & { readonly source?: number };

/** Groups from rows, page by page from a cursor. */
export async function* groupClicks(
  trx: Transaction<Database>,
  question: GroupQuestion,
): AsyncGenerator<ClickGroup[]> {
  const throttle = await findThrottle(trx);
  await sql`set local work_mem = '64MB'`.execute(trx);
  // All rows are needed, not the first few quickly.
  await sql`set local cursor_tuple_fraction = 1`.execute(trx);
  await sql`declare click_groups no scroll cursor for
    select link_key as "linkKey", ${sql.raw(
      question.by
        .flatMap(selectFact)
        .map((each) => `${each}, `)
        .join(''),
    )}clicks, at
    from (
      select ${sql.join([sql`link_key`, ...question.by.map((fact) => groupFact(fact, question.timeZone))])},
             count(*) as clicks, (extract(epoch from min(clicked_at)) * 1000)::bigint as at
      from clicks
      where kind = ${sql.lit(CLICK_KIND.click)} and ${ofLinks(question)} and ${clickedWithin(question.range)}
        and ${ofVisitors(question)} and ${sql.raw(throttle.afterRows(CLICKS_BETWEEN))}
      group by ${sql.raw(['link_key', ...question.by].map((_, place) => place + 1).join(', '))}
    ) as grouped`.execute(trx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(PAGE)} from click_groups`.execute(trx);
    if (rows.length === 0) break;
    yield rows.map(({ source, ...row }) => ({
      ...NOT_ASKED,
      ...row,
      source: source === undefined ? null : nameOfCode(CLICK_SOURCE, source),
    }));
    await throttle.rest();
  }
  await sql`close click_groups`.execute(trx);
}

function ofLinks({ project, links }: GroupQuestion): RawBuilder<boolean> {
  if (links !== null && links.length <= FEW_LINKS) {
    return sql`link_key = any(${links}::bigint[])`;
  }
  const ofProject = sql<boolean>`project_number = (select number from projects where id = ${project.id})`;
  return links === null
    ? ofProject
    : sql`${ofProject} and link_key in (select unnest(${links}::bigint[]))`;
}

function ofVisitors({ divisor }: GroupQuestion): RawBuilder<boolean> {
  return divisor === undefined
    ? sql`true`
    : sql`(visitor is null or mod(visitor, ${sql.lit(divisor)}) = 0)`;
}

/** SQL: what is grouped: codes rather than their texts. */
function groupFact(fact: GroupedFact, timeZone: string): RawBuilder<unknown> {
  if (fact !== 'localHour') return sql.ref(snakeCase(fact));
  return sql`date_part('isodow', clicked_at at time zone ${timeZone}) * 24
    + date_part('hour', clicked_at at time zone ${timeZone}) as local_hour`;
}

/** SQL: the value of a fact of a group. */
function selectFact(fact: GroupedFact): string[] {
  // The time of the group says it.
  if (fact === 'localHour') return [];
  const column = `grouped.${snakeCase(fact)}`;
  if (fact === 'visitor') return [`${column}::text as visitor`];
  if (!('dictionary' in CLICK_FIELDS[fact])) return [`${column} as "${fact}"`];
  const text = textOfCode(fact as Term, column);
  // A host that was deleted, since nobody has sent it for long, is not known any more.
  const orOther = `coalesce(${text}, case when ${column} is not null then '${OTHER_REFERRERS}' end)`;
  return [`${fact === 'referrer' ? orOther : text} as "${fact}"`];
}
