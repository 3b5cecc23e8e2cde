import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import { CLICK_KIND, CLICK_SOURCE, type Term, TERMS } from '../../clicks/facts/Click.ts';
import { OTHER_REFERRERS } from '../../clicks/facts/clickTerms.ts';
import { snakeCase } from '../../clicks/facts/factColumns.ts';
import { nameOfCode } from '../../clicks/facts/fieldTypes.ts';
import { classesOf, classesOfTimes, QUARTER_MS } from '../../numbers/groups/classesOf.ts';
import type {
  ClickGroup,
  GroupedFact,
  GroupQuestion,
  MergedFact,
} from '../../numbers/groups/ClickGroups.ts';
import type { Throttle } from '../../numbers/ClickStore.ts';
import { findThrottle } from '../throttle.ts';
import { ofScope } from '../ofScope.ts';
import { clickedWithin } from './clickedWithin.ts';
import { fetchPages } from './fetchPages.ts';
import { wordsOf } from './wordsOf.ts';

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

/** A group with codes in place of texts. */
type Row = Pick<ClickGroup, 'linkKey' | 'clicks' | 'timeClass' | 'at'> & {
  readonly [Fact in GroupedFact]?: number | null;
} & { readonly visitor?: string | null };

/** The texts of codes, by fact. */
type Dictionaries = ReadonlyMap<GroupedFact, ReadonlyMap<number, string>>;

/** Groups from rows. */
export async function* groupClicks(
  trx: Transaction<Database>,
  question: GroupQuestion,
): AsyncGenerator<ClickGroup[]> {
  const throttle = await findThrottle(trx);
  const dictionaries = await readDictionaries(trx, question);
  await sql`set local work_mem = '64MB'`.execute(trx);
  const groups = await selectGroups(question, dictionaries, throttle);
  const { by, links } = question;
  // A cursor is never read in parallel, and a few groups need none.
  const areFew = links !== null && links.length <= FEW_LINKS && !by.includes('visitor');
  const pages = areFew
    ? [(await groups.execute(trx)).rows]
    : fetchPages(trx, groups, { size: PAGE, share: 1 });
  for await (const rows of pages) {
    yield rows.map((row) => groupOfRow(row, by, dictionaries));
    await throttle.rest();
  }
}

async function selectGroups(
  question: GroupQuestion,
  dictionaries: Dictionaries,
  throttle: Throttle,
): Promise<RawBuilder<Row>> {
  const { by, range } = question;
  const facts: string[] = [];
  for (const fact of by) {
    facts.push(`${await groupFact(question, fact, dictionaries)} as "${fact}"`);
  }
  const times = `${await timeClass(question)} as "timeClass"`;
  const columns = ['link_key as "linkKey"', ...facts, times];
  const at = (moment: string) => `(extract(epoch from ${moment}) * 1000)::bigint as at`;
  const visits = sql`
    select ${sql.raw(columns.join(', '))}, clicked_at
    from clicks
    where kind = ${sql.lit(CLICK_KIND.click)} and ${ofLinks(question)} and ${clickedWithin(range)}
      and ${ofVisitors(question)} and ${sql.raw(throttle.afterRows(CLICKS_BETWEEN))}`;
  const names = ['linkKey', ...by, 'timeClass'].map((name) => `"${name}"`).join(', ');
  // Visitors come one by one: to put the few clicks of each together would take longer than to judge them.
  if (by.includes('visitor')) {
    return sql<Row>`select ${sql.raw(names)}, 1 as clicks, ${sql.raw(at('clicked_at'))} from (${visits}) as visits`;
  }
  // Kept apart by its offset: the planner takes classes of times for as many as there are times, and would sort all rows rather than
  // count them as they come, which took three times as long.
  return sql<Row>`
    select ${sql.raw(names)}, count(*) as clicks, ${sql.raw(at('min(clicked_at)'))}
    from (${visits} offset 0) as visits
    group by ${sql.raw(names)}`;
}

function ofLinks({ project, links }: GroupQuestion): RawBuilder<boolean> {
  if (links !== null && links.length <= FEW_LINKS) {
    return sql`link_key = any(${links}::bigint[])`;
  }
  const ofProject = ofScope({ project });
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
  { alike, stepsOfText }: GroupQuestion,
  fact: GroupedFact,
  dictionaries: Dictionaries,
): Promise<string> {
  const column = snakeCase(fact);
  if (fact === 'visitor') return `${column}::text`;
  const textOf = alike?.[fact as MergedFact];
  if (textOf === undefined) return column;
  const words = dictionaries.get(fact) ?? [];
  const classes = await classesOf(words, ([, text]) => textOf(text), stepsOfText);
  const cases = classes.map(
    (alikes) =>
      `when ${column} = any('{${alikes.map(([code]) => code).join(',')}}') then ${alikes[0][0]}`,
  );
  return cases.length === 0 ? column : `case ${cases.join(' ')} else ${column} end`;
}

/** SQL: a number for times that are alike. */
async function timeClass({ range, alikeTimes, stepsOfText }: GroupQuestion): Promise<string> {
  if (alikeTimes === undefined) return '0::smallint';
  const { first, classes } = await classesOfTimes(range, alikeTimes, stepsOfText);
  const quarter = `floor(date_part('epoch', clicked_at) / ${QUARTER_MS / 1000})::integer`;
  return `('{${classes.join(',')}}'::smallint[])[${quarter} - ${first - 1}]`;
}

async function readDictionaries(
  trx: Transaction<Database>,
  { project, by }: GroupQuestion,
): Promise<Dictionaries> {
  const dictionaries = new Map<GroupedFact, ReadonlyMap<number, string>>();
  const isTerm = (fact: GroupedFact): fact is GroupedFact & Term =>
    TERMS.some((term) => term === fact);
  for (const fact of by.filter(isTerm)) {
    dictionaries.set(fact, await readDictionary(trx, project.id, fact));
  }
  return dictionaries;
}

/** The words of a fact by their codes, as far as the project has them. */
async function readDictionary(trx: Transaction<Database>, projectId: string, fact: Term) {
  const { rows } = await sql<{ code: number; text: string }>`${wordsOf(projectId, fact)}`.execute(
    trx,
  );
  return new Map(rows.map(({ code, text }) => [code, text]));
}

function groupOfRow(row: Row, by: readonly GroupedFact[], dictionaries: Dictionaries): ClickGroup {
  const { linkKey, clicks, timeClass: time, at, visitor = null, source } = row;
  const texts = by.map((fact) => [fact, textOf(fact, row[fact], dictionaries)]);
  return {
    ...NOT_ASKED,
    ...(Object.fromEntries(texts) as Partial<ClickGroup>),
    source: typeof source === 'number' ? nameOfCode(CLICK_SOURCE, source) : null,
    visitor,
    linkKey,
    clicks,
    timeClass: time,
    at,
  };
}

function textOf(fact: GroupedFact, code: unknown, dictionaries: Dictionaries): string | null {
  if (typeof code !== 'number') return null;
  // A host that was deleted, since nobody has sent it for long, is not known any more.
  return dictionaries.get(fact)?.get(code) ?? (fact === 'referrer' ? OTHER_REFERRERS : null);
}
