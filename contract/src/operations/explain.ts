import { Type, type Static } from '@sinclair/typebox';
import { operation } from '../operation.ts';
import { LinkType } from '../resources.ts';
import { routeFields, rules, variants } from '../rules.ts';
import { SIMULATED_VISITORS } from '../simulatedVisitors.ts';
import { closed, Id, Nullable, TextOrNull, STORABLE_TEXT } from '../schemas.ts';
import { LIMITS } from '../limits.ts';

export const SimulatedVisitorName = Type.Union(
  SIMULATED_VISITORS.map((name) => Type.Literal(name)),
  { description: 'The kind of visitor to simulate; all kinds if omitted.' },
);

/** What one kind of visitor gets from a link, from the same function that answers real visitors. */
export const ExplainedVisit = Type.Object(
  {
    as: Type.String(),
    title: Type.String({ description: 'Display name of the visitor.' }),
    visitor: Type.Object(
      {
        platform: Type.String(),
        device: Type.String(),
        browser: TextOrNull(),
        webview: TextOrNull(),
        crawler: TextOrNull(),
      },
      { ...closed, description: 'How the service classifies this visitor.' },
    ),
    ...routeFields,
    page: Type.String({
      description: 'redirect, launch, autoOpen, androidOpen, preview, desktop or nothing.',
    }),
    status: Type.Integer(),
    countedAs: Type.String({ description: 'click, preview, bot or none.' }),
    reason: Type.String({ description: 'The reason.' }),
    opens: TextOrNull(),
    fallback: TextOrNull(),
    storeUrl: TextOrNull(),
    notes: Type.Array(Type.String(), { description: 'Why it failed.' }),
  },
  { ...closed, $id: 'ExplainedVisit' },
);
export type ExplainedVisit = Static<typeof ExplainedVisit>;

export const LinkExplanation = Type.Object(
  {
    shortUrl: Type.String({ format: 'uri' }),
    slug: Type.String(),
    type: LinkType,
    visits: Type.Array(ExplainedVisit),
    findings: Type.Array(
      Type.Object(
        {
          severity: Type.Union([Type.Literal('problem'), Type.Literal('hint')]),
          message: Type.String(),
        },
        closed,
      ),
      { description: 'Each problem, with how to fix it.' },
    ),
  },
  { ...closed, $id: 'LinkExplanation' },
);
export type LinkExplanation = Static<typeof LinkExplanation>;

const replies = {
  200: { description: 'What the link does for each kind of visitor.', schema: LinkExplanation },
} as const;

export const explainLink = operation({
  id: 'explainLink',
  method: 'GET',
  path: '/projects/{projectId}/links/{linkId}/explain',
  api: 'dashboard',
  tag: 'Links',
  summary: 'Explain what a link does for each kind of visitor',
  description:
    'Simulates visits with the same function that handles real ones. Nothing is counted.',
  auth: 'secretKeyOrViewer',
  limitClass: 'read',
  params: Type.Object({
    projectId: Type.String({ format: 'uuid' }),
    linkId: Type.String({ format: 'uuid' }),
  }),
  query: Type.Object({
    as: Type.Optional(SimulatedVisitorName),
    query: Type.Optional(
      Type.String({
        maxLength: LIMITS.destinationLength,
        description: 'Query string appended to the link, such as _nodl=1.',
      }),
    ),
  }),
  replies,
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});

const Line = (description: string) =>
  Type.Optional(Type.String({ maxLength: 1024, ...STORABLE_TEXT, description }));

/** A visitor of one's own making. */
export const SimulatedPerson = Type.Object(
  {
    userAgent: Type.Optional(
      Type.String({
        maxLength: 2048,
        ...STORABLE_TEXT,
        description: 'Of the browser; or name a kind of visitor by `as`.',
      }),
    ),
    as: Type.Optional(SimulatedVisitorName),
    country: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]{2}$',
        patternMessage: 'must be a country code of two letters such as DE (ISO 3166)',
        description: 'Country code of two letters.',
      }),
    ),
    language: Line('Preferred language, such as de-AT.'),
    referrer: Line('Host of the page before, such as news.example.com.'),
    query: Type.Optional(
      Type.String({
        maxLength: LIMITS.destinationLength,
        description: 'Query string appended to the link, such as _nodl=1.',
      }),
    ),
    at: Type.Optional(
      Type.String({ format: 'date-time', description: 'Time of the visit; now if omitted.' }),
    ),
    appBuild: Type.Optional(
      Type.String({
        maxLength: 32,
        description: 'Build of the app, as `X-Svc-App-Build` says it.',
      }),
    ),
    visitor: Type.Optional(
      Type.String({
        maxLength: 64,
        ...STORABLE_TEXT,
        description:
          'Any text that stands for one visitor of the day: shares are drawn by it. Without it, no share is.',
      }),
    ),
  },
  { ...closed, $id: 'SimulatedPerson' },
);
export type SimulatedPerson = Static<typeof SimulatedPerson>;

export const simulateVisit = operation({
  id: 'simulateVisit',
  method: 'POST',
  path: '/links/{id}/simulate',
  api: 'sdk',
  tag: 'Links',
  summary: 'Say what a link does for a visitor of your own making',
  description:
    'The same function that handles real visits decides. Nothing is counted. With `rules` or `variants`, as if the link had these.',
  alsoUnderApi: true,
  auth: 'secretKeyOrSession',
  params: Type.Object({ id: Id() }),
  limitClass: 'read',
  body: Type.Object(
    {
      visitor: SimulatedPerson,
      rules: Type.Optional(rules),
      variants: Type.Optional(Nullable(variants)),
    },
    closed,
  ),
  bodyExample: { visitor: { as: 'ios-safari', country: 'DE', language: 'de' } },
  replies: { 200: { description: 'What the visitor gets.', schema: ExplainedVisit } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
});

export const explainUrl = operation({
  id: 'explainUrl',
  method: 'GET',
  path: '/admin/explain',
  api: 'dashboard',
  tag: 'Operator',
  summary: 'Explain what a link URL does for each kind of visitor',
  description: 'For the operator. Accepts the web URL of any link, including its query string.',
  auth: 'instanceAdmin',
  limitClass: 'none',
  query: Type.Object({
    url: Type.String({
      minLength: 3,
      description: 'A link, such as https://go.example.com/summer.',
    }),
    as: Type.Optional(SimulatedVisitorName),
  }),
  replies,
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});
