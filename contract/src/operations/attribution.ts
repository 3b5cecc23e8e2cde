import { Type } from '@sinclair/typebox';
import { MatchRequest, MatchResponse, Receipt } from '../attributionResources.ts';
import { operation } from '../operation.ts';
import { LIMITS } from '../limits.ts';

export const installationParams = Type.Object({
  projectId: Type.String({ format: 'uuid' }),
  installationId: Type.String({
    minLength: 1,
    maxLength: LIMITS.installationIdLength,
    description: "The record's id, or the app's own id for the installation.",
  }),
});

export const matchDeferred = operation({
  id: 'matchDeferred',
  method: 'POST',
  path: '/sdk/deferred/match',
  api: 'sdk',
  tag: 'Installations',
  summary: 'Find the click that led to a first open',
  description:
    'Tries the click id in the Play install referrer, then a copied link, then signals reported by the phone; with a test code, only that. A click matches only once. Without a match, the response is 200 with `data` null; resolving `deepLink` does not count a second click.',
  auth: 'appKey',
  limitClass: 'telemetry',
  lenient: true,
  headers: Type.Object({
    'x-installation-token': Type.Optional(Type.String()),
  }),
  body: MatchRequest,
  bodyExample: {
    installationId: '2f1c7a52-6a0e-4d0b-9a55-b1b8f1d0a001',
    clickId: '0199f3a2-5c1e-7a40-8b1d-6f1f2a3b4c5d',
    fingerprint: {
      os: 'android',
      model: 'Pixel 9',
      screenResolution: '412x923',
      timezone: 'Europe/Vienna',
      language: 'de-AT',
    },
  },
  replies: {
    200: {
      description:
        'The match, if any. Secret keys also get `receipt`; debug builds with a publishable key get only method, reason and window.',
      schema: MatchResponse,
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'PAYLOAD_TOO_LARGE'],
});

export const getReceipt = operation({
  id: 'getReceipt',
  method: 'GET',
  path: '/projects/{projectId}/installations/{installationId}/receipt',
  api: 'dashboard',
  tag: 'Attribution',
  summary: 'Get how the first open of an installation was matched, or why it was not',
  auth: 'secretKeyOrViewer',
  limitClass: 'read',
  params: installationParams,
  replies: { 200: { description: 'The receipt.', schema: Receipt } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});

export const eraseInstallation = operation({
  id: 'eraseInstallation',
  method: 'DELETE',
  path: '/projects/{projectId}/installations/{installationId}',
  api: 'dashboard',
  tag: 'Attribution',
  summary: 'Erase an installation and all data that identifies it',
  description:
    'Erases its record, sessions, receipt and the signals of its clicks. Totals are kept: they identify no one.',
  auth: 'admin',
  limitClass: 'read',
  params: installationParams,
  replies: {
    200: {
      description: 'Erased.',
      schema: Type.Object({ success: Type.Literal(true) }, { additionalProperties: false }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});
