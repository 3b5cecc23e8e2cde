import { Type } from '@sinclair/typebox';
import { operation } from '../operation.ts';
import { HealthResponse, PlansResponse, ReadyResponse } from '../resources.ts';

export const getHealth = operation({
  id: 'getHealth',
  method: 'GET',
  path: '/health',
  api: 'sdk',
  tag: 'Discovery',
  summary: 'Health',
  description:
    'Answers 503 while the database does not answer, clicks cannot be stored or the node is about to stop.',
  auth: 'anonymous',
  limitClass: 'none',
  // Probes and monitors add parameters of their own, and there is no filter to misspell here.
  openQuery: true,
  replies: { 200: { description: 'The service answers.', schema: HealthResponse } },
  errors: ['UNAVAILABLE'],
});

export const getReady = operation({
  id: 'getReady',
  method: 'GET',
  path: '/ready',
  api: 'sdk',
  tag: 'Discovery',
  summary: 'Readiness for visits',
  description:
    'Whether this node takes visits: 503 while clicks cannot be stored or the node is about to stop. Unlike health, it does not ' +
    'ask the database, without which nodes still serve the links they know.',
  auth: 'anonymous',
  limitClass: 'none',
  openQuery: true,
  replies: { 200: { description: 'The node takes visits.', schema: ReadyResponse } },
  errors: ['UNAVAILABLE'],
});

export const listPlans = operation({
  id: 'listPlans',
  method: 'GET',
  path: '/subscriptions/plans',
  api: 'sdk',
  tag: 'Discovery',
  summary: 'List plans with their limits and prices',
  auth: 'anonymous',
  limitClass: 'public',
  query: Type.Object({
    billingPeriod: Type.Optional(
      Type.Union([Type.Literal('monthly'), Type.Literal('yearly')], {
        default: 'monthly',
        description: 'The period of the prices in the reply.',
      }),
    ),
  }),
  replies: { 200: { description: 'The plan catalogue.', schema: PlansResponse } },
  errors: ['VALIDATION_ERROR'],
});
