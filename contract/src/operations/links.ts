import { Type } from '@sinclair/typebox';
import { ETAG } from '../conditionalUpdate.ts';
import { operation } from '../operation.ts';
import { TimeBounds } from '../schemas.ts';
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
    'With an `externalId`, the call is idempotent: if a link of the project already has it, that link is returned unchanged with 200.',
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
      description: 'The new link.',
      schema: Link,
      headers: { ...INSTALLATION_CONTEXT, location: 'Path of the new link.' },
    },
    200: {
      description: 'The existing link with this externalId, unchanged.',
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
  summary: 'Get a link by its slug',
  description: 'Nothing is counted.',
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
  summary: 'Get statistics for a link, exact immediately',
  description:
    'Lifetime totals unless bounds are set. `from` is inclusive, `to` exclusive; reversed bounds are swapped.',
  auth: 'secretKeyOrSession',
  limitClass: 'read',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  query: TimeBounds,
  replies: { 200: { description: 'The statistics.', schema: LinkStats } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});
