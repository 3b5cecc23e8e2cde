import type { EventSaidBy, RecordedEvents } from '@fairlead/contract/eventResources';
import type { Finding } from '@fairlead/contract/finding';
import { createSlices } from '#platform/lib/createSlices.ts';
import { DAY_MS, startOfDay } from '#platform/lib/time.ts';
import type { Plans } from '#teams/plans/readPlans.ts';
import { retentionDaysOf } from '#teams/plans/retention.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { ClickLedger } from '#visits/clicks/createClickLedger.ts';
import { type EventFact, newEventBatch } from '#visits/clicks/facts/events.ts';
import type { Kysely } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import type { RecentEvents } from './createRecentEvents.ts';
import { type Clocks, OLDEST_MS, readEvent } from './readEvent.ts';
import { spendAppEvents } from './spendAppEvents.ts';

interface Dependencies {
  readonly db: Kysely<Database>;
  readonly ledger: Pick<ClickLedger, 'recordEvents'>;
  readonly plans: Plans;
  readonly recentEvents: RecentEvents;
}

/** One event of a call, or why it cannot be read. */
export type GivenEvent =
  | { readonly value: unknown }
  | { readonly errors: readonly Pick<Finding, 'field' | 'message'>[] };

export interface GivenEvents {
  readonly events: readonly GivenEvent[];
  /** The time of the call by the sender's clock. */
  readonly sentAt?: string | undefined;
}

/** Who has sent them. */
interface Sender {
  readonly saidBy: EventSaidBy;
  /** Of an event source. */
  readonly sourceId?: string | undefined;
}

const STEPS_OF_AN_EVENT = 50;

/**
 * Rule: events. Stores the events of a call durably on this machine, without the database, and says which of them are none. Throws UNAVAILABLE if that
 * takes too long, and RATE_LIMITED if apps have sent as many as their project takes on a day (Rule: events 18), and has stored nothing.
 */
export async function recordEvents(
  { db, ledger, plans, recentEvents }: Dependencies,
  project: Project,
  { events, saidBy, sourceId, sentAt }: GivenEvents & Sender,
): Promise<RecordedEvents> {
  const receivedAt = Date.now();
  const clocks = {
    receivedAt,
    behind: sentAt === undefined ? 0 : receivedAt - Date.parse(sentAt),
    keptFrom: findKeptFrom(plans, project, receivedAt),
  };
  const slices = createSlices();
  const sender = { fromApp: saidBy === 'app', isKey: sourceId === undefined };
  const accepted = new Map<string, EventFact>();
  const errors: RecordedEvents['errors'] = [];
  let duplicates = 0;
  for (const [index, given] of events.entries()) {
    if (slices.spend(STEPS_OF_AN_EVENT)) await slices.turn();
    const read = readGiven(given, clocks, sender);
    if ('errors' in read) {
      errors.push(...read.errors.map(({ field, message }) => ({ index, field, message })));
    } else if (accepted.has(read.eventId) || recentEvents.has(project, read.eventId, sender)) {
      duplicates += 1;
    } else {
      accepted.set(read.eventId, read);
    }
  }
  if (accepted.size > 0) {
    if (sender.fromApp) await spendAppEvents(db, project, accepted.size, receivedAt);
    const facts = [...accepted.values()];
    const call = { projectId: project.id, receivedAt, saidBy, sourceId, events: facts };
    await ledger.recordEvents(newEventBatch(call));
    recentEvents.add(project, [...accepted.keys()], sender);
  }
  return { accepted: accepted.size, duplicates, errors };
}

function readGiven(
  given: GivenEvent,
  clocks: Clocks,
  sender: Parameters<typeof readEvent>[2],
): EventFact | { readonly errors: readonly Pick<Finding, 'field' | 'message'>[] } {
  if ('errors' in given) return given;
  const read = readEvent(given.value, clocks, sender);
  return 'eventId' in read ? read : { errors: read };
}

/** Events are kept as long as clicks. */
function findKeptFrom(plans: Plans, project: Project, now: number): number {
  const days = plans.byId.has(project.plan) ? retentionDaysOf(plans, project) : null;
  return days === null ? OLDEST_MS : Math.max(OLDEST_MS, startOfDay(now) - days * DAY_MS);
}
