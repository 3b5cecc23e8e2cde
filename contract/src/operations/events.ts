import { Type, type Static } from '@sinclair/typebox';
import {
  EventCredit,
  EventSaidBy,
  EventsRequest,
  LinkEvents,
  onlySaidBy,
  RecordedEvents,
  RevenueSum,
  SdkEventsRequest,
} from '../eventResources.ts';
import { LIMITS, limitText } from '../limits.ts';
import { RATE_LIMITS } from '../rateLimits.ts';
import { NDJSON, operation } from '../operation.ts';
import { closed, Count, Id, Nullable, Shape, Time, TimeBounds, STORABLE_TEXT } from '../schemas.ts';

const HOW =
  'Events are looked at one by one: `errors` says what is wrong with some, and the others are stored. An event counts once for each ' +
  '`eventId`, however often it is sent; `duplicates` counts only those that this process has seen a moment ago, and `accepted` may ' +
  'include others. What a server says takes the place of what an app said under the same `eventId`; an app never replaces anything. ' +
  'The answer does not wait for the database. Events older than the project keeps clicks are refused.';

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
  description: `${HOW} Without a valid installation token, a publishable key may make ${RATE_LIMITS.events.requests} calls a minute at each IP address. 429 too where the project limits the events of apps (\`dailyAppEvents\`) and a call would exceed what is left of the day: nothing of it is stored.`,
  auth: 'appKey',
  limitClass: 'events',
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
    saidBy: Type.Optional(onlySaidBy),
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
            revenue: [{ currency: 'EUR', amount: 3998, saidByApps: 0 }],
          },
        ],
        revenueFrom: 'any',
        exactUntil: '2026-11-27T12:00:00.000Z',
      },
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

/** Which events are deleted; all that is given has to be true of them. */
export const DeleteEventsRequest = Shape('DeleteEventsRequest', {
  from: Time('By the time of the event, inclusive.'),
  to: Time('Exclusive.'),
  saidBy: Type.Optional(EventSaidBy),
  name: Type.Optional(
    Type.String({
      ...STORABLE_TEXT,
      minLength: 1,
      maxLength: LIMITS.eventNameLength,
      description: 'Only events of this name.',
    }),
  ),
  source: Type.Optional(Id('Only events of this event source of the project.')),
  dryRun: Type.Boolean({
    description: 'True: answers what would be deleted, and deletes nothing.',
  }),
});
export type DeleteEventsRequest = Static<typeof DeleteEventsRequest>;

export const DeletedEvents = Shape('DeletedEvents', {
  events: Count('Events, without tests.'),
  tests: Count('Test events.'),
  saidBy: Type.Array(
    Type.Object({ saidBy: EventSaidBy, events: Count('Tests are among them.') }, closed),
    { description: 'By who said them, most events first.' },
  ),
  revenue: Type.Array(RevenueSum, {
    description:
      'What they have brought by currency, less refunds, whoever said it; without tests.',
  }),
  deletionId: Nullable(Type.String({ format: 'uuid', description: 'Null after a dry run.' })),
  undoUntil: Nullable(Time('Until then the deletion can be undone. Null after a dry run.')),
});
export type DeletedEvents = Static<typeof DeletedEvents>;

const deletion = {
  tag: 'Events',
  body: DeleteEventsRequest,
  bodyExample: {
    from: '2026-11-27T00:00:00Z',
    to: '2026-11-28T00:00:00Z',
    saidBy: 'app',
    name: 'purchase',
    dryRun: true,
  },
  replies: { 200: { description: 'What was or would be deleted.', schema: DeletedEvents } },
} as const;

const undeletion = {
  tag: 'Events',
  body: Shape('UndeleteEventsRequest', {
    deletionId: Id('As the deletion answered it.'),
  }),
  bodyExample: { deletionId: '0199a2c4-5b7e-7c44-9d0e-4be1d0f7a1aa' },
  replies: {
    200: {
      description: 'They count again.',
      schema: Shape('UndeletedEvents', { success: Type.Literal(true) }),
    },
  },
} as const;

const ofPerson = {
  method: 'POST',
  api: 'sdk',
  auth: 'session',
  limitClass: 'create',
  query: Type.Object({
    projectId: Type.Optional(Id('Required if you belong to several projects.')),
  }),
} as const;

const ofOperator = {
  method: 'POST',
  api: 'dashboard',
  auth: 'instanceAdmin',
  limitClass: 'none',
  params: Type.Object({ projectId: Id() }),
} as const;

export const deleteEvents = operation({
  ...deletion,
  ...ofPerson,
  id: 'deleteEvents',
  path: '/events/delete',
  summary: 'Delete events, or say which would be',
  description:
    'For owners and admins. Deleted events count nowhere, and for a day they can be brought back. Those that are received later stay. Sent again within that day, an event ' +
    'stays deleted; what a server says under the id of an event that an app had said counts.',
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const undeleteEvents = operation({
  ...undeletion,
  ...ofPerson,
  id: 'undeleteEvents',
  path: '/events/undelete',
  summary: 'Bring deleted events back, within a day',
  description: 'For owners and admins. 404 after a day, and for a deletion of another project.',
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const deleteEventsForOperator = operation({
  ...deletion,
  ...ofOperator,
  tag: 'Operator',
  id: 'deleteEventsForOperator',
  path: '/admin/projects/{projectId}/events/delete',
  summary: 'Delete events of any project, or say which would be',
  description: 'Otherwise like `deleteEvents`.',
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT'],
});

export const undeleteEventsForOperator = operation({
  ...undeletion,
  ...ofOperator,
  tag: 'Operator',
  id: 'undeleteEventsForOperator',
  path: '/admin/projects/{projectId}/events/undelete',
  summary: 'Bring deleted events of any project back, within a day',
  description: 'Otherwise like `undeleteEvents`.',
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});
