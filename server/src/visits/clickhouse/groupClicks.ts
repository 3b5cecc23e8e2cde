import { CLICK_KIND, CLICK_SOURCE } from '../clicks/facts/Click.ts';
import { snakeCase } from '../clicks/facts/factColumns.ts';
import { nameOfCode } from '../clicks/facts/fieldTypes.ts';
import type { ClickGroup, GroupedFact, GroupQuestion } from '../numbers/ClickStore.ts';
import type { ClickHouse } from './connection/ClickHouse.ts';
import { ofLinks, ofProject, textLiteral, within } from './connection/sqlText.ts';

/** More would make the statement long. */
const FEW_LINKS = 1_000;

type Row = { readonly [Fact in GroupedFact]?: string | number | null } & {
  readonly linkKey: number;
  readonly clicks: number;
  readonly at: number;
};

/** Groups as they arrive. */
export async function* groupClicks(
  ch: ClickHouse,
  question: GroupQuestion,
): AsyncGenerator<ClickGroup[]> {
  const { project, links, by, timeZone } = question;
  const few = links !== null && links.length <= FEW_LINKS ? links : null;
  if (few?.length === 0) return;
  const scope = few
    ? ofLinks(few.map((key) => ({ projectId: project.id, key })))
    : ofProject(project.id);
  const wanted = few === null && links !== null ? new Set(links) : null;
  const pages = ch.stream<Row>(`
    SELECT ${['link_key AS linkKey', ...by.map((fact) => selectFact(fact, timeZone))].join(', ')},
           count() AS clicks, toUnixTimestamp64Milli(min(clicks.at)) AS at
    FROM clicks
    WHERE ${scope} AND clicks.kind = ${CLICK_KIND.click} AND ${within('clicks.at', question.range)} AND ${ofVisitors(question)}
    GROUP BY ${['linkKey', ...by].join(', ')}`);
  for await (const rows of pages) {
    yield rows.filter(({ linkKey }) => wanted === null || wanted.has(linkKey)).map(groupOfRow);
  }
}

function ofVisitors({ divisor }: GroupQuestion): string {
  return divisor === undefined
    ? 'true'
    : `(clicks.visitor IS NULL OR clicks.visitor % ${divisor} = 0)`;
}

function selectFact(fact: GroupedFact, timeZone: string): string {
  const column = `clicks.${snakeCase(fact)}`;
  switch (fact) {
    case 'localHour': {
      const local = `toTimeZone(clicks.at, ${textLiteral(timeZone)})`;
      return `toDayOfWeek(${local}) * 24 + toHour(${local}) AS "localHour"`;
    }
    case 'source':
      return `${column} AS "${fact}"`;
    default:
      return `toString(${column}) AS "${fact}"`;
  }
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
    at: row.at,
  };
}
