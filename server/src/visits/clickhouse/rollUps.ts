import {
  CLICK_FIELDS,
  CLICK_KIND,
  type Dimension,
  DIMENSIONS,
  TIMES,
  VISITORS,
} from '../clicks/facts/Click.ts';
import { snakeCase } from '../clicks/facts/factColumns.ts';

interface Selection {
  readonly table?: string;
  /** SQL: a condition on columns of `clicks`. */
  readonly where?: string;
  readonly dimensions?: readonly number[];
}

const DAY = 'toStartOfDay(at)';
/** What a row counts under: the dimension and, as SQL, start, value and the kind of the clicks that do. */
const ENTRIES = [
  [TIMES, 'toStartOfFifteenMinutes(at)', 'toString(kind)', 'kind'],
  [VISITORS, DAY, `''`, CLICK_KIND.click],
  ...Object.values(DIMENSIONS).map(
    (each) => [each.number, DAY, valueOf(each), CLICK_KIND[each.kind]] as const,
  ),
] as const;

/** SQL: what rows of `clicks` count under, as rows of `rollups`. The view, a recount and every question count by it. */
export function rollUp({ table = 'clicks', where = 'true', dimensions }: Selection = {}): string {
  const entries = ENTRIES.filter(([number]) => dimensions?.includes(number) ?? true).map(
    ([number, ...rest]) => `(toUInt8(${number}), ${rest.join(', ')})`,
  );
  return `
    SELECT project_id, entry.1 AS dimension, entry.2 AS start, entry.3 AS value,
           toInt64(countIf(dimension != ${VISITORS})) AS count,
           uniqExactState(if(dimension = ${VISITORS}, visitor, NULL)) AS visitors
    FROM ${table} ARRAY JOIN [${entries.join(', ')}] AS entry
    WHERE ${where} AND kind = entry.4
    GROUP BY project_id, dimension, start, value`;
}

/** SQL: the text of a dimension; empty where it is not known. */
function valueOf({ field }: Dimension): string {
  const { codes } = CLICK_FIELDS[field];
  const column = `toString(${snakeCase(field)})`;
  if (codes === undefined) return column;
  const list = (values: readonly (string | number)[]) =>
    values.map((value) => `'${value}'`).join(', ');
  return `transform(${column}, [${list(Object.values(codes))}], [${list(Object.keys(codes))}], '')`;
}
