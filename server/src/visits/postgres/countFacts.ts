import { CLICK_KIND, type Dimension, DIMENSIONS, LINK_TOP_FIELDS } from '../clicks/facts/Click.ts';
import { snakeCase } from '../clicks/facts/factColumns.ts';

/** Of an open, where clicks have the code of their kind. */
export const OPEN_KIND = 0;

/**
 * SQL: `dimension, code, count` of a relation that has the columns of `clicks`, by further columns; code 0 for what is not known. One
 * pass for all dimensions of a kind: each grouping set leaves one column, so `coalesce` finds it.
 */
export function countValues(
  rows: string,
  by: readonly string[] = [],
  dimensions: readonly Dimension[] = Object.values(DIMENSIONS),
): string {
  const ofKind = Object.entries(CLICK_KIND).map(([kind, code]) => {
    const list = dimensions.filter((dimension) => dimension.kind === kind);
    const columns = list.map(({ field }) => snakeCase(field));
    // `grouping` has a bit for each column, the first one highest: 1 where it is not in the set.
    const bits = (place: number) => 2 ** list.length - 1 - 2 ** (list.length - 1 - place);
    const cases = list.map(({ number }, place) => `when ${bits(place)} then ${number}`);
    const sets = columns.map((column) => `(${[...by, column].join(', ')})`);
    return list.length === 0
      ? []
      : [
          `select ${by.map((column) => `${column}, `).join('')}
         case grouping(${columns.join(', ')}) ${cases.join(' ')} end as dimension,
         coalesce(${columns.join(', ')}, 0)::integer as code, count(*) as count
  from ${rows} as click where kind = ${code} group by grouping sets (${sets.join(', ')})`,
        ];
  });
  return ofKind.flat().join('\n  union all\n  ');
}

/** SQL: `at, code, count` by quarters of an hour, of relations with the times of clicks and opens; the code is the kind. */
export function countQuarters(clicks: string, opens: string, by: readonly string[]): string {
  const columns = by.join(', ');
  return `
  select ${columns}, date_bin('15 minutes', at, 'epoch') as at, kind::integer as code, count(*) as count
  from (
    select ${columns}, clicked_at as at, kind from ${clicks} as click
    union all
    select ${columns}, opened_at, ${OPEN_KIND} from ${opens} as open
  ) as facts
  group by ${columns}, ${by.length + 1}, ${by.length + 2}`;
}

/** SQL: who a row is distinct by, where it is a person's. */
export const IS_VISITOR = `kind = ${CLICK_KIND.click} and visitor is not null`;

const TOP_DIMENSIONS = LINK_TOP_FIELDS.map((name) =>
  Object.values(DIMENSIONS).find(({ field, kind }) => field === name && kind === 'click')!,
);

/**
 * SQL: `link_key` and the most common value of each of `LINK_TOP_FIELDS`, as a code of `click_terms`, among the clicks of people in a
 * relation that has the columns of `clicks`; of equally common ones the first by code points.
 */
export function topValues(rows: string): string {
  const columns = TOP_DIMENSIONS.map(
    ({ number, field }) => `max(code) filter (where dimension = ${number}) as "${field}"`,
  );
  return `
  select link_key, ${columns.join(', ')}
  from (
    select distinct on (link_key, counted.dimension) link_key, counted.dimension, counted.code
    from (${countValues(rows, ['link_key'], TOP_DIMENSIONS)}) as counted
      join click_terms on click_terms.code = counted.code
    order by link_key, counted.dimension, count desc, term collate "C"
  ) as top
  group by link_key`;
}
