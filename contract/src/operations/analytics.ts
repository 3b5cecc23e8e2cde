import { Type, type Static } from '@sinclair/typebox';
import { operation } from '../operation.ts';
import { closed, Count, Nullable, oneOf, Shape } from '../schemas.ts';

const InProject = Type.Object({ projectId: Type.String({ description: 'Id of the project.' }) });
const LinkInProject = Type.Object({
  projectId: Type.String({ description: 'Id of the project.' }),
  linkId: Type.String({ format: 'uuid' }),
});

export const AnalyticsQuery = Type.Object({
  period: Type.Optional(oneOf('24h', '7d', '30d', '90d')),
  from: Type.Optional(
    Type.String({ format: 'date-time', description: 'Inclusive; wins over `period`.' }),
  ),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive; now if absent.' })),
  timeZone: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'IANA name, such as Europe/Berlin, in which hours and days begin; UTC if absent.',
    }),
  ),
  interval: Type.Optional(oneOf('hour', 'day')),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'Entries of each list; 10 if absent.' }),
  ),
});
export type AnalyticsQuery = Static<typeof AnalyticsQuery>;

const Facts = {
  clicks: Count('Visits by people, and resolves that brought no earlier visit along.'),
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
      name: Type.Union([Type.String(), Type.Null()], { description: 'Null: not known.' }),
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
      description: 'Nothing that was answered before this moment is missing.',
    }),
    totals: Type.Object(
      {
        ...Facts,
        uniqueVisitors: Count('Distinct people of each UTC day, added up over the days.'),
        sessions: Type.Optional(Count('Sessions of the app that began; of a project only.')),
        sessionSeconds: Type.Optional(
          Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
            description: 'Mean length of the sessions that ended; null when none did.',
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
      },
      {
        ...closed,
        description:
          'Most clicks first; equal ones by name. Of crawlers the previews that they fetched are counted.',
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
  summary: 'Numbers, series and most common values of a project',
  description:
    'A period begins with the hour (`24h`) or the day that it reaches back to. Without period and bounds: 30 days. `interval` is hour for windows up to three days, else day; hours need a window of at most 31 days. Where the plan has deleted clicks, bounds before that moment become whole UTC days, and `from` and `to` say so.',
  auth: 'secretKeyOrViewer',
  limitClass: 'read',
  params: InProject,
  query: AnalyticsQuery,
  replies: { 200: { description: 'The numbers.', schema: Analytics } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});

export const getLinkAnalytics = operation({
  id: 'getLinkAnalytics',
  method: 'GET',
  path: '/projects/{projectId}/analytics/links/{linkId}',
  api: 'dashboard',
  tag: 'Analytics',
  summary: 'Numbers, series and most common values of a link',
  description:
    'As for a project, but counted from the clicks themselves: `from` is not before the clicks that the plan keeps.',
  auth: 'secretKeyOrViewer',
  limitClass: 'read',
  params: LinkInProject,
  query: AnalyticsQuery,
  replies: { 200: { description: 'The numbers.', schema: Analytics } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});

export const rebuildAnalytics = operation({
  id: 'rebuildAnalytics',
  method: 'POST',
  path: '/admin/analytics/rebuild',
  api: 'dashboard',
  tag: 'Operator',
  summary: 'Count everything again from the clicks that are kept',
  description:
    'For the operator, after clicks were judged again or a backup was restored. Answers when the new numbers are in place; links and the API work on meanwhile.',
  auth: 'instanceAdmin',
  limitClass: 'none',
  query: Type.Object({
    fewer: Type.Optional(
      Type.Boolean({
        description:
          'True: lower the totals however much is missing. Without it, a recount that finds over 5 % and 100 clicks less than before changes nothing.',
      }),
    ),
  }),
  replies: {
    200: {
      description: 'What was counted.',
      schema: Type.Object(
        {
          clicks: Count('Rows of the ledger that were read.'),
          corrected: Count('Links whose lifetime totals were wrong.'),
          seconds: Type.Number({ minimum: 0 }),
        },
        closed,
      ),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'CONFLICT'],
});
