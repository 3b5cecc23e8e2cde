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
    'Returns 503 while the database does not respond, clicks cannot be stored, or the node is shutting down.',
  auth: 'anonymous',
  limitClass: 'none',
  // Probes and monitors add parameters of their own, and there is no filter to misspell here.
  openQuery: true,
  replies: { 200: { description: 'The service is healthy.', schema: HealthResponse } },
  errors: ['UNAVAILABLE'],
});

export const getReady = operation({
  id: 'getReady',
  method: 'GET',
  path: '/ready',
  api: 'sdk',
  tag: 'Discovery',
  summary: 'Readiness',
  description:
    'Whether this node accepts visits: 503 while clicks cannot be stored or the node is shutting down. Unlike health, it does not ' +
    'query the database, without which nodes still serve the links they know.',
  auth: 'anonymous',
  limitClass: 'none',
  openQuery: true,
  replies: { 200: { description: 'The node accepts visits.', schema: ReadyResponse } },
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
        description: 'Billing period of the prices in the response.',
      }),
    ),
  }),
  replies: { 200: { description: 'The plan catalogue.', schema: PlansResponse } },
  errors: ['VALIDATION_ERROR'],
});
