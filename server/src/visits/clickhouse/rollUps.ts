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

/** SQL: what rows of `clicks` count under, as rows of `rollups`. The view, a recount and every question count by it. */
export function rollUp({ table = 'clicks', where = 'true', dimensions }: Selection = {}): string {
  return `
    SELECT project_id, entry.1 AS dimension, entry.2 AS start, entry.3 AS value,
           toInt64(countIf(dimension != ${VISITORS})) AS count,
           uniqExactState(if(dimension = ${VISITORS}, visitor, NULL)) AS visitors
    FROM ${table} ARRAY JOIN ${entriesOf((number) => dimensions?.includes(number) ?? true)} AS entry
    WHERE ${where}
    GROUP BY project_id, dimension, start, value`;
}

/** SQL: an array with a dimension, a start and a value for each roll-up that a row counts under. */
function entriesOf(isWanted: (dimension: number) => boolean): string {
  const entries = [
    [TIMES, 'true', 'toStartOfFifteenMinutes(at)', 'toString(kind)'] as const,
    [VISITORS, `kind = ${CLICK_KIND.click}`, 'toStartOfDay(at)', `''`] as const,
    ...Object.values(DIMENSIONS).map(
      (dimension) =>
        [
          dimension.number,
          `kind = ${CLICK_KIND[dimension.kind]}`,
          'toStartOfDay(at)',
          valueOf(dimension),
        ] as const,
    ),
  ].filter(([dimension]) => isWanted(dimension));
  const conditions = [...new Set(entries.map(([, condition]) => condition))];
  const lists = conditions.map((condition) => {
    const tuples = entries
      .filter((entry) => entry[1] === condition)
      .map(([dimension, , start, value]) => `(toUInt8(${dimension}), ${start}, ${value})`);
    return `if(${condition}, [${tuples.join(', ')}], [])`;
  });
  return lists.length === 1 ? lists[0]! : `arrayConcat(${lists.join(', ')})`;
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
