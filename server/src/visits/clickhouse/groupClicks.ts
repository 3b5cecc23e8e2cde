import { CLICK_KIND, CLICK_SOURCE } from '../clicks/facts/Click.ts';
import { snakeCase } from '../clicks/facts/factColumns.ts';
import { nameOfCode } from '../clicks/facts/fieldTypes.ts';
import { classesOf, classesOfTimes, QUARTER_MS } from '../numbers/groups/classesOf.ts';
import type {
  ClickGroup,
  GroupedFact,
  GroupQuestion,
  MergedFact,
} from '../numbers/groups/ClickGroups.ts';
import type { ClickHouse } from './connection/ClickHouse.ts';
import { ofLinks, ofProject, textLiteral, within } from './connection/sqlText.ts';

/** More would make the statement long. */
const FEW_LINKS = 1_000;

type Row = { readonly [Fact in GroupedFact]?: string | number | null } & {
  readonly linkKey: number;
  readonly timeClass?: number;
  readonly clicks: number;
  readonly at: number;
};

/** Groups as they arrive. */
export async function* groupClicks(
  ch: ClickHouse,
  question: GroupQuestion,
): AsyncGenerator<ClickGroup[]> {
  const { project, links, by } = question;
  const few = links !== null && links.length <= FEW_LINKS ? links : null;
  if (few?.length === 0) return;
  const scope = few
    ? ofLinks(few.map((key) => ({ projectId: project.id, key })))
    : ofProject(project.id);
  const wanted = few === null && links !== null ? new Set(links) : null;
  const where = `${scope} AND clicks.kind = ${CLICK_KIND.click} AND ${within('clicks.at', question.range)} AND ${ofVisitors(question)}`;
  const facts: string[] = [];
  for (const fact of by) facts.push(await selectFact(ch, where, question, fact));
  const times = await selectTimes(question);
  const pages = ch.stream<Row>(`
    SELECT ${['link_key AS linkKey', ...facts, ...times].join(', ')},
           count() AS clicks, toUnixTimestamp64Milli(min(clicks.at)) AS at
    FROM clicks WHERE ${where}
    GROUP BY ${['linkKey', ...by, ...times.map(() => 'timeClass')].join(', ')}`);
  for await (const rows of pages) {
    yield rows.filter(({ linkKey }) => wanted === null || wanted.has(linkKey)).map(groupOfRow);
  }
}

function ofVisitors({ divisor }: GroupQuestion): string {
  return divisor === undefined
    ? 'true'
    : `(clicks.visitor IS NULL OR clicks.visitor % ${divisor} = 0)`;
}

/** SQL: a fact; values that are alike as one of them. */
async function selectFact(
  ch: ClickHouse,
  where: string,
  { alike, stepsOfText }: GroupQuestion,
  fact: GroupedFact,
): Promise<string> {
  const column = `clicks.${snakeCase(fact)}`;
  if (fact === 'source') return `${column} AS "${fact}"`;
  const textOf = alike?.[fact as MergedFact];
  if (textOf === undefined) return `toString(${column}) AS "${fact}"`;
  const rows = await ch.select<{ value: string }>(
    `SELECT DISTINCT toString(${column}) AS value FROM clicks WHERE ${where} AND ${column} != ''`,
  );
  const values = rows.map(({ value }) => value);
  const [most, ...others] = await classesOf(values, textOf, stepsOfText);
  const cases = others.map(
    (each) => `${column} IN (${each.map(textLiteral).join(', ')}), ${textLiteral(each[0])}`,
  );
  return `multiIf(${[`${column} = ''`, "''", ...cases, textLiteral(most?.[0] ?? '')].join(', ')}) AS "${fact}"`;
}

/** SQL: a number for times that are alike. */
async function selectTimes({ range, alikeTimes, stepsOfText }: GroupQuestion): Promise<string[]> {
  if (alikeTimes === undefined) return [];
  const { first, classes } = await classesOfTimes(range, alikeTimes, stepsOfText);
  const quarter = `intDiv(toUnixTimestamp(clicks.at), ${QUARTER_MS / 1000})`;
  return [`arrayElement([${classes.join(', ')}], ${quarter} - ${first - 1}) AS timeClass`];
}

function groupOfRow(row: Row): ClickGroup {
  const text = (value: string | number | null | undefined) =>
    value === undefined || value === null || value === '' ? null : String(value);
  return {
    linkKey: row.linkKey,
    source: row.source === undefined ? null : nameOfCode(CLICK_SOURCE, Number(row.source)),
    device: text(row.device),
    os: text(row.os),
    country: text(row.country),
    app: text(row.app),
    referrer: text(row.referrer),
    route: text(row.route),
    visitor: text(row.visitor),
    clicks: row.clicks,
    timeClass: row.timeClass ?? 0,
    at: row.at,
  };
}
