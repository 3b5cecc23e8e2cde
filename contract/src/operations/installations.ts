import { Type } from '@sinclair/typebox';
import { operation } from '../operation.ts';
import {
  BootstrapRequest,
  BootstrapResponse,
  IdentifyRequest,
  StartSessionRequest,
  StartSessionResponse,
  SuccessResponse,
  TrackInstallationRequest,
  TrackInstallationResponse,
} from '../installationResources.ts';
import { LIMITS } from '../limits.ts';

const tokenHeader = Type.Object({
  'x-installation-token': Type.Optional(
    Type.String({ description: 'Token of the calling installation.' }),
  ),
});
const ISSUED = { 'x-installation-token': 'The same token as in the body.' } as const;
const REFRESHED = {
  'x-installation-token': `A new token, if the one sent expires in less than ${LIMITS.installationTokenRefreshDays} days left.`,
} as const;

const device = {
  deviceModel: 'Pixel 9',
  osName: 'Android',
  osVersion: '15',
  appVersion: '2.4.0',
  language: 'de-AT',
  timezone: 'Europe/Vienna',
  batteryLevel: 0.87,
} as const;

export const trackInstallation = operation({
  id: 'trackInstallation',
  method: 'POST',
  path: '/sdk/installations/track',
  api: 'sdk',
  tag: 'Installations',
  summary: 'Create or refresh an installation',
  description:
    'Call once per installation of the app, or when the stored token has expired. Omitted fields keep their last value.',
  auth: 'appKey',
  limitClass: 'telemetry',
  renewsToken: true,
  headers: tokenHeader,
  body: TrackInstallationRequest,
  bodyExample: { installationId: '2f1c7a52-6a0e-4d0b-9a55-b1b8f1d0a001', ...device },
  replies: {
    201: {
      description: 'The new or refreshed installation, with a token.',
      schema: TrackInstallationResponse,
      headers: ISSUED,
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'PAYLOAD_TOO_LARGE'],
});

export const bootstrap = operation({
  id: 'bootstrap',
  method: 'POST',
  path: '/sdk/bootstrap',
  api: 'sdk',
  tag: 'Installations',
  summary: 'Track an installation and start its session in one call',
  description:
    'Called by SDKs at every cold start. A device whose `persistentDeviceId` is known under another `installationId` is reported as a reinstall.',
  auth: 'appKey',
  limitClass: 'telemetry',
  renewsToken: true,
  headers: tokenHeader,
  body: BootstrapRequest,
  bodyExample: {
    installationId: '2f1c7a52-6a0e-4d0b-9a55-b1b8f1d0a001',
    persistentDeviceId: '9774d56d682e549c',
    ...device,
    metadata: { client: { type: 'sdk-android', version: '1.0.9', platform: 'android' } },
  },
  replies: {
    201: {
      description: 'The new installation with its first session.',
      schema: BootstrapResponse,
      headers: ISSUED,
    },
    200: {
      description: 'The known installation with a new session.',
      schema: BootstrapResponse,
      headers: ISSUED,
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'PAYLOAD_TOO_LARGE', 'UNAVAILABLE'],
});

export const startSession = operation({
  id: 'startSession',
  method: 'POST',
  path: '/sdk/sessions/start',
  api: 'sdk',
  tag: 'Installations',
  summary: 'Start a session',
  description:
    'Ends the installation’s active session, if any. An installation token can be sent instead of `installationId`.',
  auth: 'appKey',
  limitClass: 'telemetry',
  headers: tokenHeader,
  body: StartSessionRequest,
  bodyOptional: true,
  bodyExample: {
    installationId: '2f1c7a52-6a0e-4d0b-9a55-b1b8f1d0a001',
    networkType: 'wifi',
    batteryLevel: 0.87,
  },
  replies: {
    201: {
      description: 'The session has started.',
      schema: StartSessionResponse,
      headers: REFRESHED,
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

export const endSession = operation({
  id: 'endSession',
  method: 'POST',
  path: '/sdk/sessions/{sessionId}/end',
  api: 'sdk',
  tag: 'Installations',
  summary: 'End a session',
  description: 'Ending a session again has no effect; the first end counts. The body is ignored.',
  auth: 'appKey',
  limitClass: 'telemetry',
  headers: tokenHeader,
  params: Type.Object({
    sessionId: Type.String({
      format: 'uuid',
      description: 'As returned when the session started.',
    }),
  }),
  replies: {
    200: { description: 'The session has ended.', schema: SuccessResponse, headers: REFRESHED },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const identify = operation({
  id: 'identify',
  method: 'POST',
  path: '/identify',
  api: 'sdk',
  tag: 'Installations',
  summary: 'Say whose installation it is',
  description:
    'From now on the installation is that of your own id of the person who is signed in, until another one or null is sent; whose it was before stays as it was. A publishable key says so only of the installation whose token is sent, a secret key of any. A customer whom a secret key has named is moved by no app: what an app says of them on another installation is kept, and decides nothing. Where the project setting `identify` is `signed`, publishable keys need a `proof`.',
  auth: 'appKey',
  limitClass: 'telemetry',
  headers: tokenHeader,
  body: IdentifyRequest,
  bodyExample: {
    installationId: '2f1c7a52-6a0e-4d0b-9a55-b1b8f1d0a001',
    customerId: 'customer-42',
  },
  replies: {
    200: { description: 'It is kept.', schema: SuccessResponse, headers: REFRESHED },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
});
