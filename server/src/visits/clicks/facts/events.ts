import {
  flag,
  id,
  json,
  listOf,
  moment,
  optionalId,
  optionalMoment,
  requiredText,
  text,
  type ValuesOf,
  wholeNumber,
} from './fieldTypes.ts';

/**
 * Everything that is known of an event. The order is that of the values in a journal's record: new fields come last, so that journals
 * of the version before can be read.
 */
export const EVENT_FIELDS = {
  /** The sender's own: unique within the project. */
  eventId: requiredText,
  name: requiredText,
  at: moment,
  /** When it happened as the sender said; null: it said nothing. */
  saidAt: optionalMoment,
  /** As the app sent it. */
  installation: text,
  clickId: optionalId,
  customerId: text,
  /** Whole minor units; negative: a refund. */
  amount: wholeNumber,
  currency: text,
  quantity: wholeNumber,
  transactionId: text,
  items: json,
  properties: json,
  test: flag,
};
export type EventFact = ValuesOf<typeof EVENT_FIELDS>;

/** The events of one call: one record of the journal. */
export const EVENT_BATCH_FIELDS = {
  id,
  projectId: id,
  receivedAt: moment,
  /** Sent with a publishable key, which everyone who has the app can read. */
  fromApp: flag,
  events: listOf(EVENT_FIELDS),
};
export type EventBatch = ValuesOf<typeof EVENT_BATCH_FIELDS>;

const { id: _id, events: _events, ...OF_EACH } = EVENT_BATCH_FIELDS;
/** What is stored of an event, with what it has of its batch. */
export const RECEIVED_FIELDS = { ...OF_EACH, ...EVENT_FIELDS };
export type ReceivedEvent = ValuesOf<typeof RECEIVED_FIELDS>;

/** The events of some calls; of several with one id the first. */
export function receivedEvents(batches: readonly EventBatch[]): ReceivedEvent[] {
  const byId = new Map<string, ReceivedEvent>();
  for (const { events, id: _id, ...batch } of batches) {
    for (const event of events) {
      const key = `${batch.projectId} ${event.eventId}`;
      if (!byId.has(key)) byId.set(key, { ...event, ...batch });
    }
  }
  return [...byId.values()];
}
