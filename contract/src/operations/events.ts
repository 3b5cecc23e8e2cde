import { Type } from '@sinclair/typebox';
import {
  EventCredit,
  EventsRequest,
  LinkEvents,
  RecordedEvents,
  SdkEventsRequest,
} from '../eventResources.ts';
import { LIMITS, limitText } from '../limits.ts';
import { NDJSON, operation } from '../operation.ts';
import { TimeBounds } from '../schemas.ts';

const HOW =
  'Events are looked at one by one: `errors` says what is wrong with some, and the others are stored. An event counts once for each ' +
  '`eventId`, however often it is sent; `duplicates` counts only those that this process has seen a moment ago, and `accepted` may ' +
  'include others. The answer does not wait for the database. Events older than the project keeps clicks are refused.';

const recording = {
  tag: 'Events',
  withoutDatabase: true,
  replies: {
    202: {
      description: 'The events that are not named in `errors` are stored.',
      schema: RecordedEvents,
      example: { accepted: 1, duplicates: 0, errors: [] },
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'PAYLOAD_TOO_LARGE', 'UNAVAILABLE'],
} as const;

const purchase = {
  eventId: '7f0f3a52-1c9d-4d0b-9a55-b1b8f1d0a0e1',
  name: 'purchase',
  revenue: { amount: 1999, currency: 'EUR' },
  properties: { plan: 'yearly' },
} as const;

export const recordSdkEvents = operation({
  ...recording,
  id: 'recordSdkEvents',
  method: 'POST',
  path: '/sdk/events',
  api: 'sdk',
  summary: `Record up to ${limitText('sdkEventsPerCall')} events of an app`,
  description: HOW,
  auth: 'appKey',
  limitClass: 'telemetry',
  body: SdkEventsRequest,
  bodyMediaTypes: ['application/json'],
  bodyBytes: LIMITS.eventsBytes,
  bodyExample: {
    events: [{ ...purchase, installationId: '2f1c7a52-6a0e-4d0b-9a55-b1b8f1d0a001' }],
  },
});

export const recordEvents = operation({
  ...recording,
  id: 'recordEvents',
  method: 'POST',
  path: '/events',
  api: 'sdk',
  summary: `Record up to ${limitText('eventsPerCall')} events from a server`,
  description: `${HOW} NDJSON has one event a line.`,
  auth: 'secretKey',
  limitClass: 'create',
  body: EventsRequest,
  bodyMediaTypes: ['application/json', NDJSON],
  bodyBytes: LIMITS.eventsBytes,
  bodyExample: { events: [{ ...purchase, customerId: 'customer-42' }] },
});

export const getLinkEvents = operation({
  id: 'getLinkEvents',
  method: 'GET',
  path: '/links/{id}/events',
  api: 'sdk',
  tag: 'Events',
  summary: 'Get what a link has brought: its events and revenue, exact immediately',
  description:
    'An event belongs to the link that its installation was installed by; without a known installation, to the link of its `clickId`; ' +
    'without that, to the link that the installation of its `customerId` was installed by: the one that was theirs at the time of the event. ' +
    'Test events are left out. With `credit=reengagement`, instead, it belongs to the last link by which its installation, once known, or one that was its customer’s then, was opened again before it, within `reengagementDays` of the project. By the time of the event; `from` is inclusive, `to` exclusive, reversed bounds are swapped.',
  auth: 'secretKeyOrSession',
  limitClass: 'read',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  query: Type.Object({
    ...TimeBounds.properties,
    credit: Type.Optional(
      Type.Union(EventCredit.anyOf, {
        description: '`install`, which is the default, or `reengagement`.',
      }),
    ),
  }),
  replies: {
    200: {
      description: 'Events and revenue by name.',
      schema: LinkEvents,
      example: {
        events: [
          {
            name: 'purchase',
            count: 2,
            quantity: 2,
            revenue: [{ currency: 'EUR', amount: 3998 }],
          },
        ],
        exactUntil: '2026-11-27T12:00:00.000Z',
      },
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});
