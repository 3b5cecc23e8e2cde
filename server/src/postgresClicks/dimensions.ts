/** What `project_rollups`, `link_totals` and `link_days` count by; the numbers stand in their rows. */
export const DIMENSION = {
  device: 1,
  os: 2,
  browser: 3,
  country: 4,
  app: 5,
  referrer: 6,
  source: 7,
  visitors: 8,
  /** Of previews; everything else counts clicks of people. */
  crawler: 9,
} as const;

/** Lengths of a roll-up's time: in minutes, but for months of UTC, which differ. */
export const SPAN = { hour: 60, day: 1440, month: 0 } as const;

/** Minutes of a row of `project_times`; time zones begin their days at quarters of an hour. */
export const TIME_SPANS = [60, 30, 15] as const;

/** SQL: what a click counts under, with the code 0 for what is not known, beside its columns. */
export const VALUES_OF_CLICK = `
  (values (${DIMENSION.device}, device::integer), (${DIMENSION.os}, os::integer),
          (${DIMENSION.browser}, browser::integer), (${DIMENSION.country}, country::integer),
          (${DIMENSION.app}, app::integer), (${DIMENSION.referrer}, referrer),
          (${DIMENSION.source}, source::integer), (${DIMENSION.crawler}, app::integer)
  ) as word (dimension, code)`;
/** SQL: which of those words are meant, by the kind of the click. */
export const COUNTED_VALUES = `kind = case dimension when ${DIMENSION.crawler} then 2 else 1 end`;

/**
 * SQL: clicks of people by link and word, of a relation that has the columns of `clicks`. Each grouping
 * set leaves one of the words, so `coalesce` finds it; what is not known is not counted.
 */
export const linkDimensionValues = (source: string): string => `
  select project_number, link_key,
         case grouping(device, os, browser, country)
           when 7 then ${DIMENSION.device} when 11 then ${DIMENSION.os}
           when 13 then ${DIMENSION.browser} else ${DIMENSION.country}
         end::smallint as dimension,
         coalesce(device, os, browser, country)::integer as code,
         count(*) as clicks
  from ${source} as click
  where kind = 1
  group by grouping sets (
    (project_number, link_key, device), (project_number, link_key, os),
    (project_number, link_key, browser), (project_number, link_key, country))
  having coalesce(device, os, browser, country) is not null`;

/** SQL: the same by project, hour and word, of a relation that has `project_id` and `hour` too. */
export const projectDimensionValues = (source: string): string => `
  select project_id, hour,
         case grouping(device, os, browser, country, app, referrer, source)
           when 63 then ${DIMENSION.device} when 95 then ${DIMENSION.os}
           when 111 then ${DIMENSION.browser} when 119 then ${DIMENSION.country}
           when 123 then ${DIMENSION.app} when 125 then ${DIMENSION.referrer}
           else ${DIMENSION.source}
         end::smallint as dimension,
         coalesce(device, os, browser, country, app, referrer, source, 0)::integer as code,
         count(*) as clicks
  from ${source} as click
  where kind = 1
  group by grouping sets (
    (project_id, hour, device), (project_id, hour, os), (project_id, hour, browser),
    (project_id, hour, country), (project_id, hour, app), (project_id, hour, referrer),
    (project_id, hour, source))
  union all
  select project_id, hour, ${DIMENSION.crawler}::smallint, coalesce(app, 0)::integer, count(*)
  from ${source} as preview
  where kind = 2
  group by 1, 2, 4`;

/** SQL: the roll-ups by hour, day and month of such words, which stand in the relation `dimension_values`. */
export const ROLLED_VALUES = `
  select project_id, dimension, ${SPAN.hour}::smallint as span, hour as at, code, clicks from dimension_values
  union all
  select project_id, dimension, ${SPAN.day}::smallint, date_trunc('day', hour, 'UTC'), code,
         sum(clicks)::bigint
  from dimension_values group by 1, 2, 4, 5
  union all
  select project_id, dimension, ${SPAN.month}::smallint, date_trunc('month', hour, 'UTC'), code,
         sum(clicks)::bigint
  from dimension_values group by 1, 2, 4, 5`;

/** SQL: rows of `project_times`, of relations with `project_id` and the time of a click or an open. */
export const projectTimes = (clicks: string, opens: string): string => `
  with quarters as materialized (
    select project_id, date_bin('15 minutes', at, 'epoch') as at,
           count(*) filter (where kind = 0) as opens, count(*) filter (where kind = 1) as clicks,
           count(*) filter (where kind = 2) as previews, count(*) filter (where kind = 3) as bots
    from (
      select project_id, clicked_at as at, kind from ${clicks} as clicked
      union all
      select project_id, opened_at, 0 from ${opens} as opened
    ) as facts
    group by 1, 2
  )
  select project_id, span, date_bin(make_interval(mins => span), at, 'epoch') as at,
         sum(opens)::bigint, sum(clicks)::bigint, sum(previews)::bigint, sum(bots)::bigint
  from quarters, unnest('{${TIME_SPANS.join(',')}}'::smallint[]) as span
  group by 1, 2, 3`;

/**
 * SQL: the most common word of each dimension for the links of `totals`; equal ones by the alphabet.
 * Count, place in the alphabet (turned round) and code are packed into one number, so that a `max`
 * finds the word without a sort.
 */
export const topValues = (totals: string): string => {
  const top = (dimension: number) =>
    `(max(packed) filter (where dimension = ${dimension}) & 65535)::smallint`;
  return `
  select project_number, link_key, ${top(DIMENSION.device)} as device, ${top(DIMENSION.os)} as os,
         ${top(DIMENSION.browser)} as browser, ${top(DIMENSION.country)} as country
  from (
    select project_number, link_key, total.dimension, (clicks << 32) | ((65535 - place) << 16) | total.code as packed
    from ${totals} as total join (
      select code, row_number() over (order by term collate "C") as place from click_terms
    ) as places on places.code = total.code
    where clicks > 0
  ) as ranked
  group by project_number, link_key`;
};
