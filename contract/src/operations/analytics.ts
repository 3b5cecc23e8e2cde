import { Type, type Static } from '@sinclair/typebox';
import { operation } from '../operation.ts';
import { LIMITS, limitText } from '../limits.ts';
import { closed, Count, Nullable, oneOf, Shape, STORABLE_TEXT } from '../schemas.ts';

/** Where a visit came from. */
export const ClickSource = oneOf('link', 'qr', 'app');

/** The value of a list of `topValues`. */
const Fact = (what: string) =>
  Type.Optional(
    Type.String({
      maxLength: LIMITS.searchLength,
      ...STORABLE_TEXT,
      description: `Only ${what}, by its name in \`topValues\`; empty: those of which it is not known.`,
    }),
  );

/** What clicks are, of which numbers can be asked alone: those of a click that has all of these. */
export const FactsQuery = {
  source: Type.Optional(ClickSource),
  device: Fact('clicks on this kind of device'),
  os: Fact('clicks on this system'),
  browser: Fact('clicks in this browser'),
  country: Fact('clicks in this country'),
  app: Fact('clicks in this app, or previews of this crawler'),
  referrer: Fact('clicks on this site'),
  language: Fact('clicks by people who prefer this language'),
  route: Fact('clicks that this rule or variant led'),
  placement: Fact('scans of the QR code of this placement'),
  utmSource: Fact('clicks of campaigns with this `utm_source`'),
  utmMedium: Fact('clicks of campaigns with this `utm_medium`'),
  utmCampaign: Fact('clicks of campaigns with this `utm_campaign`'),
  utmTerm: Fact('clicks of campaigns with this `utm_term`'),
  utmContent: Fact('clicks of campaigns with this `utm_content`'),
};

const InProject = Type.Object({ projectId: Type.String({ description: 'Id of the project.' }) });
const LinkInProject = Type.Object({
  projectId: Type.String({ description: 'Id of the project.' }),
  linkId: Type.String({ format: 'uuid' }),
});

/** When what is counted happened. */
export const WindowQuery = {
  period: Type.Optional(oneOf('24h', '7d', '30d', '90d')),
  from: Type.Optional(
    Type.String({ format: 'date-time', description: 'Inclusive; takes precedence over `period`.' }),
  ),
  to: Type.Optional(
    Type.String({ format: 'date-time', description: 'Exclusive; defaults to now.' }),
  ),
  timeZone: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'IANA time zone that defines hours and days, such as Europe/Berlin; defaults to UTC.',
    }),
  ),
};

export const AnalyticsQuery = Type.Object({
  ...WindowQuery,
  interval: Type.Optional(oneOf('hour', 'day')),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Maximum entries per list; defaults to 10.',
    }),
  ),
  ...FactsQuery,
});
export type AnalyticsQuery = Static<typeof AnalyticsQuery>;

const Facts = {
  clicks: Count('Visits by people, and resolves without an earlier visit.'),
  previews: Count('Fetches by social crawlers.'),
  bots: Count('Other bots, prefetches and HEAD requests.'),
  opens: Count('Clicks that opened the app, at the time they did.'),
  installs: Count('First installs credited.'),
  returningUsers: Count('Opens by installations known before the click.'),
  attributedClicks: Count('Clicks joined to either.'),
};

const Value = Nullable(Type.String());

/** The most common value of each among the clicks of a link, in lists and exports; null: nothing is known. */
export const LinkTopValues = Shape('LinkTopValues', {
  device: Value,
  os: Value,
  browser: Value,
  country: Value,
});
export type LinkTopValues = Static<typeof LinkTopValues>;

const Top = Type.Array(
  Type.Object(
    {
      name: Type.Union([Type.String(), Type.Null()], { description: 'Null if unknown.' }),
      clicks: Count('Clicks of people.'),
    },
    closed,
  ),
);

/** Numbers within a time range; all of them count the same rows, up to `exactUntil`. */
export const Analytics = Type.Object(
  {
    from: Type.String({ format: 'date-time' }),
    to: Type.String({ format: 'date-time' }),
    timeZone: Type.String(),
    interval: oneOf('hour', 'day'),
    exactUntil: Type.String({
      format: 'date-time',
      description: 'Everything answered before this time is included.',
    }),
    totals: Type.Object(
      {
        ...Facts,
        uniqueVisitors: Count('Distinct visitors per UTC day, summed over all days.'),
        sessions: Type.Optional(
          Count('App sessions that started; only of a whole project, since they are no clicks.'),
        ),
        sessionSeconds: Type.Optional(
          Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
            description: 'Mean duration of the sessions that ended; null if none did.',
          }),
        ),
      },
      closed,
    ),
    series: Type.Array(Type.Object({ at: Type.String({ format: 'date-time' }), ...Facts }, closed)),
    topValues: Type.Object(
      {
        devices: Top,
        systems: Top,
        browsers: Top,
        countries: Top,
        apps: Top,
        referrers: Top,
        sources: Top,
        crawlers: Top,
        languages: Top,
        routes: Top,
        placements: Top,
        utmSources: Top,
        utmMediums: Top,
        utmCampaigns: Top,
        utmTerms: Top,
        utmContents: Top,
      },
      {
        ...closed,
        description:
          'Most clicks first, ties by name. For crawlers, the previews they fetched are counted. A route is `rule` or `variant` and its name; a placement is where a QR code was printed; `utm…` are the campaign parameters of where links led.',
      },
    ),
  },
  { ...closed, $id: 'Analytics' },
);
export type Analytics = Static<typeof Analytics>;

export const getProjectAnalytics = operation({
  id: 'getProjectAnalytics',
  method: 'GET',
  path: '/projects/{projectId}/analytics',
  api: 'dashboard',
  tag: 'Analytics',
  summary: 'Get totals, time series and top values for a project',
  description: `A period starts at the beginning of its first hour (\`24h\`) or day. Without a period or bounds, the last 30 days are covered. \`interval\` defaults to hour for windows of up to three days, else to day; hours require a window of at most ${limitText('hourlyDays')} days. Where clicks have been deleted under the plan’s retention, earlier bounds are extended to whole UTC days; \`from\` and \`to\` show the result. Numbers of some clicks alone (\`country=DE\`, for instance) are counted from individual clicks, as those of a link are, with the app opens and installs that they have brought.`,
  auth: 'secretKeyOrViewer',
  limitClass: 'read',
  params: InProject,
  query: AnalyticsQuery,
  replies: { 200: { description: 'The statistics.', schema: Analytics } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});

export const getLinkAnalytics = operation({
  id: 'getLinkAnalytics',
  method: 'GET',
  path: '/projects/{projectId}/analytics/links/{linkId}',
  api: 'dashboard',
  tag: 'Analytics',
  summary: 'Get totals, time series and top values for a link',
  description:
    'As for a project, but counted from individual clicks: `from` is never earlier than the oldest click that the plan keeps.',
  auth: 'secretKeyOrViewer',
  limitClass: 'read',
  params: LinkInProject,
  query: AnalyticsQuery,
  replies: { 200: { description: 'The statistics.', schema: Analytics } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});

export const rebuildAnalytics = operation({
  id: 'rebuildAnalytics',
  method: 'POST',
  path: '/admin/analytics/rebuild',
  api: 'dashboard',
  tag: 'Operator',
  summary: 'Rebuild all totals from the stored clicks',
  description:
    'For the operator, after clicks were reclassified or a backup was restored. Responds once the new totals are in place; links and the API keep working meanwhile.',
  auth: 'instanceAdmin',
  limitClass: 'none',
  query: Type.Object({
    fewer: Type.Optional(
      Type.Boolean({
        description:
          'true: lower the totals no matter how many clicks are missing. Otherwise a rebuild that finds over 5 % and over 100 clicks fewer than before changes nothing.',
      }),
    ),
  }),
  replies: {
    200: {
      description: 'The rebuilt totals.',
      schema: Type.Object(
        {
          clicks: Count('Clicks read.'),
          corrected: Count('Links whose lifetime totals were wrong.'),
          seconds: Type.Number({ minimum: 0 }),
        },
        closed,
      ),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'CONFLICT'],
});
