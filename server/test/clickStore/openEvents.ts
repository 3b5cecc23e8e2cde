import { sql } from 'kysely';
import type { EventSaidBy } from '@fairlead/contract/eventResources';
import { type EventFact, newEventBatch } from '#visits/clicks/facts/events.ts';
import type { LedgerRecord } from '#visits/clicks/facts/clickRecords.ts';
import type { EventsQuestion } from '#visits/numbers/events/EventStore.ts';
import type { Stage } from './openStage.ts';

const NOTHING: Omit<EventFact, 'eventId' | 'at'> = {
  name: 'event',
  saidAt: null,
  installation: null,
  clickId: null,
  customerId: null,
  amount: null,
  currency: null,
  quantity: null,
  transactionId: null,
  items: null,
  properties: null,
  test: false,
};

/** A row of `EventStore.events`. */
interface Answer {
  readonly event_id: string;
  readonly name: string;
  readonly at: Date;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly quantity: number | null;
  readonly installation: string | null;
  readonly click_id: string | null;
  readonly customer_id: string | null;
  readonly link_key: number | null;
  readonly said_by: EventSaidBy;
}

export function newEvent(eventId: string, change: Partial<EventFact> = {}): EventFact {
  return { ...NOTHING, at: Date.now(), eventId, ...change };
}

/** The events of one call. */
export function eventsRecord(
  project: { readonly id: string },
  events: readonly EventFact[],
  receivedAt = Date.now(),
  saidBy: EventSaidBy = 'server',
): LedgerRecord {
  const batch = newEventBatch({ projectId: project.id, receivedAt, saidBy, events });
  return { type: 'events', batch };
}

/** What the store answers, by id. */
export async function askEvents(
  { store, db }: Pick<Stage, 'store' | 'db'>,
  project: { readonly id: string },
  question: Partial<Omit<EventsQuestion, 'project'>> = {},
): Promise<Answer[]> {
  const relation = await store.events.events(db, { project, range: {}, ...question });
  const { rows } = await sql<Answer>`
    select event_id, name, at, amount, currency, quantity, installation, click_id, customer_id, link_key, said_by
    from ${relation} as event order by event_id collate "C"`.execute(db);
  return rows;
}

export async function idsOf(...asked: Parameters<typeof askEvents>): Promise<string[]> {
  return (await askEvents(...asked)).map(({ event_id: id }) => id);
}

/** Takes the people out of events; each keeps a link, if one is given. */
export async function forgetAll(
  { store, db }: Pick<Stage, 'store' | 'db'>,
  project: { readonly id: string },
  events: Readonly<Record<string, number | null>>,
): Promise<void> {
  const [ids, links] = [Object.keys(events), Object.values(events)];
  const gone = sql`
    select * from unnest(${ids}::text[], ${links}::bigint[]) as gone (event_id, link_key)`;
  await db.transaction().execute((tx) => store.events.forget(tx, project, gone));
}
