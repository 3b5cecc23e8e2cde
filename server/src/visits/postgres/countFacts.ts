import {
  CLICK_KIND,
  COUNTED_FIELDS,
  type CountedField,
  DIMENSIONS,
  LINK_TOP_FIELDS,
} from '../clicks/facts/Click.ts';
import { snakeCase } from '../clicks/facts/factColumns.ts';

/** Of an open, where clicks have the code of their kind. */
export const OPEN_KIND = 0;

/** Fields of one word mostly go together: rows are few once they are counted by all of them. */
const ALIKE = {
  device: 'phone',
  os: 'phone',
  browser: 'phone',
  app: 'phone',
  source: 'phone',
  country: 'place',
  language: 'place',
  referrer: 'referrer',
  route: 'way',
  placement: 'way',
  utmSource: 'campaign',
  utmMedium: 'campaign',
  utmCampaign: 'campaign',
  utmTerm: 'campaign',
  utmContent: 'campaign',
} as const satisfies Readonly<Record<CountedField, string>>;

type Counted = (typeof DIMENSIONS)[keyof typeof DIMENSIONS];

/**
 * SQL: `dimension, code, count` of a relation that has the columns of `clicks`, by further columns; code 0 for what is not known. Rows are
 * counted by the fields that go together first, and what is left of them by each: to count every row by each of sixteen fields takes three
 * times as long.
 */
export function countValues(rows: string, by: readonly string[] = []): string {
  const together = Map.groupBy(
    Object.values(DIMENSIONS),
    ({ kind, field }) => `${kind} ${ALIKE[field]}`,
  );
  const parts = [...together.values()].map((list) => countAlike(rows, list, by));
  return parts.join('\n  union all\n  ');
}

/** Each grouping set leaves one of the columns, so `coalesce` finds it. */
function countAlike(rows: string, list: readonly Counted[], by: readonly string[]): string {
  const kind = CLICK_KIND[list[0]!.kind];
  const columns = list.map(({ field }) => snakeCase(field));
  const kept = by.map((column) => `${column}, `).join('');
  // `grouping` has a bit for each column, the first one highest: 1 where it is not in the set.
  const bits = (place: number) => 2 ** list.length - 1 - 2 ** (list.length - 1 - place);
  const cases = list.map(({ number }, place) => `when ${bits(place)} then ${number}`);
  const sets = columns.map((column) => `(${kept}${column})`);
  return `select ${kept}case grouping(${columns.join(', ')}) ${cases.join(' ')} end as dimension,
         coalesce(${columns.join(', ')}, 0)::integer as code, sum(alike)::bigint as count
  from (
    select ${kept}${columns.join(', ')}, count(*) as alike from ${rows} as click where kind = ${kind}
    group by ${kept}${columns.join(', ')}
  ) as click group by grouping sets (${sets.join(', ')})`;
}

/** SQL: the columns of `clicks` that `countValues` reads. */
export const VALUE_COLUMNS = ['kind', ...COUNTED_FIELDS.map(snakeCase)].join(', ');

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

/** SQL, in a statement with the relation `term`: an element of an array of its values, which is made once. */
const PLACES = `(array(
    select coalesce(place, 0::smallint)
    from generate_series(1, (select max(code) from click_terms)) as code left join term using (code)
    order by code
  ))`;
const CODES = '(array(select code from term order by place))';

/**
 * SQL: `link_key`, `clicks` and `last_clicked_at` of people, and the most common value of each of `LINK_TOP_FIELDS`, as a code of
 * `click_terms`, in a relation that has the columns of `clicks`; of equally common ones the first by code points, which `mode` finds
 * among their places in that order.
 */
export function countLinks(rows: string): string {
  const columns = LINK_TOP_FIELDS.map(snakeCase);
  // Without the fence (`offset`) PostgreSQL may read all rows in the order of an index, which takes eight times as long as sorting.
  return `
  with term as materialized (
    select code, row_number() over (order by term collate "C")::smallint as place from click_terms
  )
  select link_key, count(*) as clicks, max(clicked_at) as last_clicked_at,
         ${columns.map(
           (column) =>
             `${CODES}[mode() within group (order by ${PLACES}[${column}])] as "${column}"`,
         ).join(`,
         `)}
  from (
    select link_key, clicked_at, ${columns.join(', ')}
    from ${rows} as click where kind = ${CLICK_KIND.click} offset 0
  ) as click
  group by link_key`;
}
