import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import { CLICK_FIELDS, CLICK_KIND, CLICK_SOURCE, type Term } from '../../clicks/facts/Click.ts';
import { OTHER_REFERRERS } from '../../clicks/facts/clickTerms.ts';
import { snakeCase, textOfCode } from '../../clicks/facts/factColumns.ts';
import { nameOfCode } from '../../clicks/facts/fieldTypes.ts';
import { classesOf, classesOfTimes, QUARTER_MS } from '../../numbers/classesOf.ts';
import type {
  ClickGroup,
  GroupedFact,
  GroupQuestion,
  MergedFact,
} from '../../numbers/ClickStore.ts';
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
  const grouped: string[] = [];
  for (const fact of question.by) grouped.push(await groupFact(trx, question, fact));
  await sql`set local work_mem = '64MB'`.execute(trx);
  // All rows are needed, not the first few quickly.
  await sql`set local cursor_tuple_fraction = 1`.execute(trx);
  const times = groupTimes(question);
  const columns = ['link_key', ...grouped, ...times];
  await sql`declare click_groups no scroll cursor for
    select ${sql.raw(['link_key as "linkKey"', ...question.by.map(selectFact)].join(', '))}, clicks, at,
           ${sql.raw(times.length === 0 ? '0' : 'time_class')} as "timeClass"
    from (
      select ${sql.raw(columns.join(', '))},
             count(*) as clicks, (extract(epoch from min(clicked_at)) * 1000)::bigint as at
      from clicks
      where kind = ${sql.lit(CLICK_KIND.click)} and ${ofLinks(question)} and ${clickedWithin(question.range)}
        and ${ofVisitors(question)} and ${sql.raw(throttle.afterRows(CLICKS_BETWEEN))}
      group by ${sql.raw(columns.map((_, place) => place + 1).join(', '))}
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

/** SQL: what is grouped: codes rather than their texts, those that are alike as one of them. */
async function groupFact(
  trx: Transaction<Database>,
  { project, alike }: GroupQuestion,
  fact: GroupedFact,
): Promise<string> {
  const column = snakeCase(fact);
  const textOf = alike?.[fact as MergedFact];
  if (textOf === undefined) return column;
  const words = await listWords(trx, project.id, fact as MergedFact);
  const cases = classesOf(words, ({ text }) => textOf(text)).map(
    (codes) =>
      `when ${column} = any('{${codes.map(({ code }) => code).join(',')}}') then ${codes[0].code}`,
  );
  return cases.length === 0 ? column : `case ${cases.join(' ')} else ${column} end as ${column}`;
}

/** The dictionary of a fact, as far as the project has it. */
async function listWords(trx: Transaction<Database>, projectId: string, fact: MergedFact) {
  const { rows } = await (
    fact === 'referrer'
      ? sql<Word>`select code, host as text from referrers where project_id = ${projectId} or project_id is null`
      : sql<Word>`select code, term as text from click_terms where dimension = ${fact}`
  ).execute(trx);
  return rows;
}

interface Word {
  readonly code: number;
  readonly text: string;
}

/** SQL: a number for times that are alike. */
function groupTimes({ range, alikeTimes }: GroupQuestion): string[] {
  if (alikeTimes === undefined) return [];
  const { first, classes } = classesOfTimes(range, alikeTimes);
  const quarter = `floor(date_part('epoch', clicked_at) / ${QUARTER_MS / 1000})::integer`;
  return [`('{${classes.join(',')}}'::smallint[])[${quarter} - ${first - 1}] as time_class`];
}

/** SQL: the value of a fact of a group. */
function selectFact(fact: GroupedFact): string {
  const column = `grouped.${snakeCase(fact)}`;
  if (fact === 'visitor') return `${column}::text as visitor`;
  if (!('dictionary' in CLICK_FIELDS[fact])) return `${column} as "${fact}"`;
  const text = textOfCode(fact as Term, column);
  // A host that was deleted, since nobody has sent it for long, is not known any more.
  const orOther = `coalesce(${text}, case when ${column} is not null then '${OTHER_REFERRERS}' end)`;
  return `${fact === 'referrer' ? orOther : text} as "${fact}"`;
}
