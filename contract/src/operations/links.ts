import { Type } from '@sinclair/typebox';
import { ETAG } from '../conditionalUpdate.ts';
import { operation } from '../operation.ts';
import { INSTALLATION_CONTEXT, installationHeaders } from '../installationContext.ts';
import { CreateLinkRequest, Link, LinkStats, ResolvedLink, Slug } from '../resources.ts';

export const createLink = operation({
  id: 'createLink',
  method: 'POST',
  path: '/sdk/links',
  api: 'sdk',
  tag: 'Links',
  summary: 'Create a link',
  description:
    'With an `externalId` the call is idempotent: a link of the project that has it already is returned unchanged with 200.',
  auth: 'appKey',
  limitClass: 'create',
  idempotencyKey: true,
  headers: installationHeaders,
  body: CreateLinkRequest,
  bodyExample: {
    type: 'dynamic',
    name: 'Summer sale',
    externalId: 'campaign-42',
    fallbackUrl: 'https://example.com/summer',
    parameters: { screen: 'sale' },
  },
  replies: {
    201: {
      description: 'A new link.',
      schema: Link,
      headers: { ...INSTALLATION_CONTEXT, location: 'Path at which the link is read.' },
    },
    200: {
      description: 'The link that has this externalId already, unchanged.',
      schema: Link,
      headers: INSTALLATION_CONTEXT,
    },
  },
  errors: [
    'VALIDATION_ERROR',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'NOT_FOUND',
    'PAYLOAD_TOO_LARGE',
    'PRECONDITION_REQUIRED',
  ],
});

export const getLink = operation({
  id: 'getLink',
  method: 'GET',
  path: '/sdk/links/{slug}',
  api: 'sdk',
  tag: 'Links',
  summary: 'Read a link of the project by its slug',
  description: 'Counts nothing.',
  auth: 'appKey',
  limitClass: 'read',
  params: Type.Object({ slug: Slug }),
  replies: { 200: { description: 'The link.', schema: ResolvedLink, headers: ETAG } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const getLinkStats = operation({
  id: 'getLinkStats',
  method: 'GET',
  path: '/links/{id}/stats',
  api: 'sdk',
  tag: 'Links',
  summary: 'Numbers of a link, exact at once',
  description:
    'Without bounds, lifetime totals. `from` is inclusive, `to` exclusive; reversed bounds are swapped.',
  auth: 'secretKeyOrSession',
  limitClass: 'read',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  query: Type.Object({
    from: Type.Optional(Type.String({ format: 'date-time' })),
    to: Type.Optional(Type.String({ format: 'date-time' })),
  }),
  replies: { 200: { description: 'The numbers.', schema: LinkStats } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});
