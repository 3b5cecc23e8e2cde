/** What clicks are counted by; the numbers are those in the rows of roll-ups. */
export const DIMENSIONS = {
  device: 1,
  os: 2,
  browser: 3,
  country: 4,
  app: 5,
  referrer: 6,
  source: 7,
  /** Of previews; everything else counts clicks of people. */
  crawler: 9,
} as const;

/** SQL: pairs of a dimension and a value that a row of `clicks` counts under. */
export const VALUES_OF_CLICK = `if(kind = 1,
  [(1, toString(device)), (2, toString(os)), (3, toString(browser)), (4, toString(country)),
   (5, toString(app)), (6, toString(referrer)), (7, ['link', 'qr', 'app'][source + 1])],
  [(9, toString(app))])`;

/** SQL: the same of those four that a link is listed with. */
export const VALUES_OF_LINK = `[(1, toString(device)), (2, toString(os)), (3, toString(browser)), (4, toString(country))]`;

/**
 * SQL: the most common values of a link, of a relation with `dimension`, `value` and `clicks`; equal ones by the alphabet, and none
 * where no value is known.
 */
export const TOP_VALUES = (['device', 'os', 'browser', 'country'] as const)
  .map(
    (name) =>
      `argMinIf(value, (-toInt64(clicks), value), dimension = ${DIMENSIONS[name]} AND value != '' AND clicks > 0) AS ${name}`,
  )
  .join(', ');
