import { Type, type Static } from '@sinclair/typebox';
import { EVENT_SOURCE_KINDS } from '../../eventSpeakers.ts';
import { LIMITS, limitText } from '../../limits.ts';
import { operation } from '../../operation.ts';
import {
  closed,
  FreeForm,
  Id,
  Nullable,
  oneOf,
  Shape,
  Time,
  STORABLE_TEXT,
} from '../../schemas.ts';
import { Done, Name, ProjectParams } from './fields.ts';

const base = { api: 'dashboard', tag: 'Events' } as const;
const SourceParams = Type.Object({ projectId: Id(), sourceId: Id() });

export type EventSourceKind = (typeof EVENT_SOURCE_KINDS)[number];
const Kind = oneOf(...EVENT_SOURCE_KINDS);

const Secret = Type.String({
  ...STORABLE_TEXT,
  minLength: 1,
  maxLength: LIMITS.sourceSecretLength,
  description: 'What the provider signs with, or sends as its header; never shown again.',
});
const Settings = FreeForm(
  'By kind: `bundleId` and `appAppleId` of `app_store`; `packageName`, `audience` and `serviceAccount` of `google_play`; the mapping of `custom`; nothing for the others.',
);
const testOnly = Type.Boolean({ description: 'Everything that it sends is a test.' });

export const EventSource = Shape('EventSource', {
  id: Id(),
  kind: Kind,
  name: Type.String(),
  url: Type.String({ format: 'uri', description: 'Where the provider sends to.' }),
  settings: Settings,
  testOnly,
  createdAt: Time(),
  lastReceivedAt: Nullable(Time()),
  lastProblem: Nullable(Type.Object({ at: Time(), message: Type.String() }, closed)),
});
export type EventSource = Static<typeof EventSource>;

export const listEventSources = operation({
  ...base,
  id: 'listEventSources',
  method: 'GET',
  path: '/projects/{projectId}/event-sources',
  summary: 'List the event sources',
  auth: 'admin',
  limitClass: 'read',
  params: ProjectParams,
  replies: {
    200: {
      description: 'Oldest first.',
      schema: Shape('EventSourceList', {
        sources: Type.Array(EventSource, { maxItems: LIMITS.eventSources }),
      }),
    },
  },
  errors: ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const createEventSource = operation({
  ...base,
  id: 'createEventSource',
  method: 'POST',
  path: '/projects/{projectId}/event-sources',
  summary: 'Add an event source',
  description: `409 if there are ${limitText('eventSources')} of them already.`,
  auth: 'admin',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Object(
    {
      kind: Kind,
      name: Name,
      settings: Type.Optional(Settings),
      secret: Type.Optional(Secret),
      testOnly: Type.Optional(testOnly),
    },
    closed,
  ),
  bodyExample: { kind: 'revenuecat', name: 'RevenueCat', secret: 'Bearer 5c2f1d60' },
  replies: { 201: { description: 'The source.', schema: EventSource } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const updateEventSource = operation({
  ...base,
  id: 'updateEventSource',
  method: 'PATCH',
  path: '/projects/{projectId}/event-sources/{sourceId}',
  summary: 'Change an event source',
  description:
    'Omitted properties stay; `settings` is replaced as a whole. Its last problem is forgotten.',
  auth: 'admin',
  limitClass: 'create',
  params: SourceParams,
  body: Type.Partial(
    Type.Object({ name: Name, settings: Settings, secret: Secret, testOnly }, closed),
    closed,
  ),
  bodyExample: { name: 'RevenueCat, iOS' },
  replies: { 200: { description: 'The source.', schema: EventSource } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const deleteEventSource = operation({
  ...base,
  id: 'deleteEventSource',
  method: 'DELETE',
  path: '/projects/{projectId}/event-sources/{sourceId}',
  summary: 'Delete an event source',
  description: 'Its events stay. What the provider sends from now on is refused.',
  auth: 'admin',
  limitClass: 'create',
  params: SourceParams,
  replies: { 200: { description: 'Deleted.', schema: Done } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const receiveSourceEvents = operation({
  ...base,
  id: 'receiveSourceEvents',
  method: 'POST',
  path: '/sources/{sourceId}',
  summary: 'Receive events of a source',
  description:
    'Called by the provider, whose signature is the key: 401 without it. Events may be repeated and arrive in any order. What is signed and cannot be used is accepted, and shown as the last problem of the source.',
  auth: 'anonymous',
  limitClass: 'source',
  params: Type.Object({ sourceId: Id() }),
  bodyMediaTypes: ['application/json'],
  bodyBytes: LIMITS.eventsBytes,
  body: Type.Object({}, { description: 'As the provider sends it.' }),
  replies: {
    200: {
      description: 'Accepted.',
      schema: Shape('ReceivedSourceEvents', { received: Type.Literal(true) }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNAVAILABLE'],
});
