import { Type, type Static } from '@sinclair/typebox';
import { operation } from '../operation.ts';
import { LinkType } from '../resources.ts';
import { SIMULATED_VISITORS } from '../simulatedVisitors.ts';
import { closed, TextOrNull } from '../schemas.ts';
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
