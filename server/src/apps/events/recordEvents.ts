import type { RecordedEvents } from '@fairlead/contract/eventResources';
import type { Finding } from '@fairlead/contract/finding';
import { createSlices } from '#platform/lib/createSlices.ts';
import { DAY_MS, startOfDay } from '#platform/lib/time.ts';
import { newId } from '#platform/lib/uuid.ts';
import type { Plans } from '#teams/plans/readPlans.ts';
import { retentionDaysOf } from '#teams/plans/retention.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { ClickLedger } from '#visits/clicks/createClickLedger.ts';
import type { EventFact } from '#visits/clicks/facts/events.ts';
import type { RecentEvents } from './createRecentEvents.ts';
import { type Clocks, OLDEST_MS, readEvent } from './readEvent.ts';

interface Dependencies {
  readonly ledger: Pick<ClickLedger, 'recordEvents'>;
  readonly plans: Plans;
  readonly recentEvents: RecentEvents;
}

/** One event of a call, or why it cannot be read. */
export type GivenEvent = { readonly value: unknown } | { readonly problem: string };

export interface GivenEvents {
  readonly events: readonly GivenEvent[];
  /** The time of the call by the sender's clock. */
  readonly sentAt?: string | undefined;
}

/** Who has sent them. */
interface Sender {
  /** Anyone: the key is publishable. */
  readonly fromApp: boolean;
}

const STEPS_OF_AN_EVENT = 50;

/**
 * Rule: events. Stores the events of a call durably on this machine, without the database, and says which of them are none. Throws UNAVAILABLE,
 * and has stored nothing, if that takes too long.
 */
export async function recordEvents(
  { ledger, plans, recentEvents }: Dependencies,
  project: Project,
  { events, fromApp, sentAt }: GivenEvents & Sender,
): Promise<RecordedEvents> {
  const receivedAt = Date.now();
  const clocks = {
    receivedAt,
    behind: sentAt === undefined ? 0 : receivedAt - Date.parse(sentAt),
    keptFrom: findKeptFrom(plans, project, receivedAt),
  };
  const slices = createSlices();
  const accepted = new Map<string, EventFact>();
  const errors: RecordedEvents['errors'] = [];
  let duplicates = 0;
  for (const [index, given] of events.entries()) {
    if (slices.spend(STEPS_OF_AN_EVENT)) await slices.turn();
    const read = readGiven(given, clocks);
    if ('errors' in read) {
      errors.push(...read.errors.map(({ field, message }) => ({ index, field, message })));
    } else if (accepted.has(read.eventId) || recentEvents.has(project, read.eventId)) {
      duplicates += 1;
    } else {
      accepted.set(read.eventId, read);
    }
  }
  if (accepted.size > 0) {
    const facts = [...accepted.values()];
    const batch = { id: newId(), projectId: project.id, receivedAt, fromApp, events: facts };
    await ledger.recordEvents(batch);
    recentEvents.add(project, [...accepted.keys()]);
  }
  return { accepted: accepted.size, duplicates, errors };
}

function readGiven(
  given: GivenEvent,
  clocks: Clocks,
): EventFact | { readonly errors: readonly Pick<Finding, 'field' | 'message'>[] } {
  if ('problem' in given) return { errors: [{ field: '', message: given.problem }] };
  const read = readEvent(given.value, clocks);
  return 'eventId' in read ? read : { errors: read };
}

/** Events are kept as long as clicks. */
function findKeptFrom(plans: Plans, project: Project, now: number): number {
  const days = plans.byId.has(project.plan) ? retentionDaysOf(plans, project) : null;
  return days === null ? OLDEST_MS : Math.max(OLDEST_MS, startOfDay(now) - days * DAY_MS);
}
