/** What `project_rollups` and `link_totals` count by; the numbers stand in their rows. */
export const DIMENSION = {
  /** Codes: 0 opens, else the kind of the click. */
  kind: 0,
  device: 1,
  os: 2,
  browser: 3,
  country: 4,
  app: 5,
  referrer: 6,
  source: 7,
  visitors: 8,
} as const;

/** Lengths of a roll-up's time, in minutes. A quarter of an hour is where time zones begin their days. */
export const SPAN = { quarter: 15, hour: 60, day: 1440 } as const;

/**
 * SQL: clicks of people by link and word, of a relation that has the columns of `clicks`. Each grouping
 * set leaves one of the words, so `coalesce` finds it; what is not known is not counted.
 */
export const linkWords = (source: string): string => `
  select link_key,
         case grouping(device, os, browser, country)
           when 7 then ${DIMENSION.device} when 11 then ${DIMENSION.os}
           when 13 then ${DIMENSION.browser} else ${DIMENSION.country}
         end::smallint as dimension,
         coalesce(device, os, browser, country)::integer as code,
         count(*) as clicks
  from ${source} as click
  where kind = 1
  group by grouping sets ((link_key, device), (link_key, os), (link_key, browser), (link_key, country))
  having coalesce(device, os, browser, country) is not null`;

/** SQL: the same by project, hour and word, of a relation that has `project_id` and `hour` too. */
export const projectWords = (source: string): string => `
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
    (project_id, hour, source))`;

/**
 * SQL: the most common word of each dimension for the links of `totals`; equal ones by the alphabet.
 * Count, place in the alphabet (turned round) and code are packed into one number, so that a `max`
 * finds the word without a sort.
 */
export const topWords = (totals: string): string => {
  const top = (dimension: number) =>
    `(max(packed) filter (where dimension = ${dimension}) & 65535)::smallint`;
  return `
  select link_key, ${top(DIMENSION.device)} as device, ${top(DIMENSION.os)} as os,
         ${top(DIMENSION.browser)} as browser, ${top(DIMENSION.country)} as country
  from (
    select link_key, total.dimension, (clicks << 32) | ((65535 - place) << 16) | total.code as packed
    from ${totals} as total join (
      select code, row_number() over (order by term collate "C") as place from click_terms
    ) as places on places.code = total.code
    where clicks > 0
  ) as ranked
  group by link_key`;
};
