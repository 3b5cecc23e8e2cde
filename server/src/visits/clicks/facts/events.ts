import type { EventSaidBy } from '@fairlead/contract/eventResources';
import { EVENT_SOURCE_KINDS, EVENT_SPEAKERS } from '@fairlead/contract/eventSpeakers';
import { newId } from '#platform/lib/uuid.ts';
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
  words,
} from './fieldTypes.ts';

/**
 * Everything that is known of an event. The order is that of the values in a journal's record: new fields come last, so that journals
 * of the version before can be read.
 */
const EVENT_FIELDS = {
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
  /** Null in records of the release before: `SAID_BY` derives it from the rest. */
  saidBy: words(...EVENT_SPEAKERS),
  /** The event source that sent them; null: none did, or the release before wrote the record. */
  sourceId: optionalId,
};
export type EventBatch = ValuesOf<typeof EVENT_BATCH_FIELDS>;

interface Call extends Pick<EventBatch, 'projectId' | 'receivedAt' | 'events'> {
  readonly saidBy: EventSaidBy;
  readonly sourceId?: string | undefined;
}

/** The events of one call, with what earlier releases read of who said them. */
export function newEventBatch({ sourceId, ...call }: Call): EventBatch {
  return { ...call, id: newId(), fromApp: call.saidBy === 'app', sourceId: sourceId ?? null };
}

/**
 * SQL of both databases: who said a row of `events`, `source` being its alias. Of rows that the release before stored, ids of sources say it.
 */
export function saidBySql(source: string): string {
  const kinds = EVENT_SOURCE_KINDS.map(
    (kind) => `when left(${source}.event_id, ${kind.length + 1}) = '${kind}:' then '${kind}'`,
  );
  return `coalesce(${source}.said_by, case when ${source}.from_app then 'app' ${kinds.join(' ')} else 'server' end)`;
}

const { id: _id, events: _events, ...OF_EACH } = EVENT_BATCH_FIELDS;
/** What is stored of an event, with what it has of its batch. */
export const RECEIVED_FIELDS = { ...OF_EACH, ...EVENT_FIELDS };
export type ReceivedEvent = ValuesOf<typeof RECEIVED_FIELDS>;

/**
 * The events of some calls, each as it is to be stored once: of several with one id the first that no app said, else the first.
 * Rule: events 15.
 */
export function receivedEvents(batches: readonly EventBatch[]): ReceivedEvent[] {
  const byId = new Map<string, ReceivedEvent>();
  for (const { events, id: _id, ...batch } of batches) {
    for (const event of events) {
      const key = `${batch.projectId.toLowerCase()} ${storedText(event.eventId)}`;
      const earlier = byId.get(key);
      if (earlier === undefined || replaces(batch, earlier)) byId.set(key, { ...event, ...batch });
    }
  }
  return [...byId.values()];
}

/** An app never replaces anything, and what it said gives way to a server or a source. */
export function replaces(
  later: Pick<EventBatch, 'fromApp'>,
  earlier: Pick<EventBatch, 'fromApp'>,
): boolean {
  return earlier.fromApp && !later.fromApp;
}

/** As both databases store a text, neither of which has these characters. */
export function storedText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
