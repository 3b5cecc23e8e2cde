import { Type, type Static } from '@sinclair/typebox';
import { FREE_FORM_SIZE, LIMITS, limitText } from './limits.ts';
import './formats.ts';
import { EVENT_SPEAKERS } from './eventSpeakers.ts';
import { Count, FreeForm, Id, oneOf, Shape, Time, STORABLE_TEXT } from './schemas.ts';

const Text = (maxLength: number, description: string) =>
  Type.String({ ...STORABLE_TEXT, minLength: 1, maxLength, description });

const amount = `Whole minor units: 1234 is 12.34 EUR, 1234 JPY or 1.234 KWD.`;

export const Currency = (description?: string) =>
  Type.String({
    pattern: '^[A-Z]{3}$',
    patternMessage: 'must be an ISO 4217 code in capitals, such as EUR',
    ...(description !== undefined && { description }),
    example: 'EUR',
  });

export const Revenue = Shape('Revenue', {
  amount: Type.Integer({
    minimum: -LIMITS.eventAmount,
    maximum: LIMITS.eventAmount,
    description: `${amount} Negative for a refund.`,
  }),
  currency: Currency('ISO 4217 code, in capitals. Amounts are never converted.'),
});

export const EventSaidBy = oneOf(...EVENT_SPEAKERS);
export type EventSaidBy = Static<typeof EventSaidBy>;

/** Something that happened in an app or on a server. */
export const AppEvent = Shape('AppEvent', {
  eventId: Text(
    LIMITS.eventIdLength,
    'Your own id of the event, unique within the project: sent again, it counts once; what a server says takes the place of what an app said. It must not begin with the kind of an event source and a colon, such as `stripe:`.',
  ),
  name: Text(LIMITS.eventNameLength, 'What happened, such as purchase.'),
  at: Type.Optional(
    Time('When it happened; if omitted, or in the future, the time at which the call arrives.'),
  ),
  installationId: Type.Optional(
    Text(
      LIMITS.installationIdLength,
      "The app's own identifier of the installation, or the service's record identifier.",
    ),
  ),
  clickId: Type.Optional(Id('A click of a link of the project.')),
  customerId: Type.Optional(
    Text(LIMITS.installationIdLength, 'Your own id of the person, as `identify` was told.'),
  ),
  revenue: Type.Optional(Revenue),
  quantity: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: LIMITS.eventQuantity,
      description: 'How many; 1 if omitted.',
    }),
  ),
  transactionId: Type.Optional(
    Text(LIMITS.installationIdLength, 'A refund has the one of its purchase.'),
  ),
  items: Type.Optional(
    Type.Array(FreeForm(), {
      maxItems: LIMITS.itemsPerEvent,
      description: `What was bought, say. Free-form objects. ${FREE_FORM_SIZE}`,
    }),
  ),
  properties: Type.Optional(
    FreeForm(
      `Free-form. At most ${limitText('eventPropertiesBytes')} as JSON, ${LIMITS.freeFormDepth} levels deep.`,
    ),
  ),
  test: Type.Optional(
    Type.Boolean({ description: 'Stored, and left out of every number. False if omitted.' }),
  ),
});
export type AppEvent = Static<typeof AppEvent>;

const SentAt = Type.Optional(
  Time(
    'The time of the call by the clock of the device: as far as it is wrong, every `at` is corrected.',
  ),
);

const eventsRequest = (id: string, maxItems: number) =>
  Shape(id, { events: Type.Array(AppEvent, { maxItems }), sentAt: SentAt });
export const SdkEventsRequest = eventsRequest('SdkEventsRequest', LIMITS.sdkEventsPerCall);
export const EventsRequest = eventsRequest('EventsRequest', LIMITS.eventsPerCall);

/** The same before its events have been looked at, one by one. */
export const eventsEnvelope = (maxItems: number) =>
  Shape('EventsEnvelope', {
    events: Type.Array(Type.Unknown(), { maxItems }),
    sentAt: SentAt,
  });

export const RecordedEvents = Shape('RecordedEvents', {
  accepted: Count(
    'Events that were taken; one that an earlier call has brought counts once all the same.',
  ),
  duplicates: Count('Events whose `eventId` this process has just seen; they are stored already.'),
  errors: Type.Array(
    Type.Object(
      {
        index: Count('Zero-based position of the event in the call.'),
        field: Type.String({
          description: 'The invalid field; empty for the event as a whole.',
        }),
        message: Type.String({ description: 'What is wrong with it, and how to fix it.' }),
      },
      { additionalProperties: false },
    ),
    { description: 'What is wrong with the events that were not stored.' },
  ),
});
export type RecordedEvents = Static<typeof RecordedEvents>;

/** What events have brought in one currency. */
export const RevenueSum = Shape('RevenueSum', {
  currency: Type.String(),
  amount: Type.Integer({
    description: `${amount} Exact; a sum that no client could read exactly, beyond 2^53 - 1, is that number.`,
  }),
});
export type RevenueSum = Static<typeof RevenueSum>;

/** Whose revenue a project adds up. */
export const RevenueFrom = oneOf('any', 'servers');
export type RevenueFrom = Static<typeof RevenueFrom>;
export const REVENUE_FROM =
  'Whose revenue is added up. `any`: everybody’s. `servers`: that of servers and event sources; what apps say is kept and shown, and not added.';

/** A sum of events, with what of it is only said by apps, whose keys everyone can read. */
export const EventRevenueSum = Shape('EventRevenueSum', {
  ...RevenueSum.properties,
  saidByApps: Type.Integer({
    description:
      'What apps alone have said, less refunds: a part of `amount`, or beside it where `revenueFrom` of the project is `servers`.',
  }),
});
export type EventRevenueSum = Static<typeof EventRevenueSum>;

/** As a filter. */
export const onlySaidBy = Type.Union(EventSaidBy.anyOf, {
  description: 'Only events that an app has said, a server, or an event source of this kind.',
});

/** The two series of credit, which are never added up. */
export const EventCredit = oneOf('install', 'reengagement');
export type EventCredit = Static<typeof EventCredit>;

export const LinkEvents = Shape('LinkEvents', {
  events: Type.Array(
    Shape('EventNumbers', {
      name: Type.String(),
      count: Count('Events, refunds included.'),
      quantity: Type.Integer({
        minimum: 0,
        description: 'Their quantities together; an event without one counts 1.',
      }),
      revenue: Type.Array(EventRevenueSum, { description: 'Sums by currency, less refunds.' }),
    }),
    { description: `The ${LIMITS.eventNames} most common names.` },
  ),
  revenueFrom: { ...RevenueFrom, description: REVENUE_FROM },
  exactUntil: Time('Until then nothing is missing that any machine has answered.'),
});
export type LinkEvents = Static<typeof LinkEvents>;
