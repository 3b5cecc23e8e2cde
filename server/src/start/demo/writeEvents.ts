import { newId } from '#platform/lib/uuid.ts';
import type { Project } from '#teams/projects/Project.ts';
import { encodeEvents } from '#visits/clicks/facts/clickRecords.ts';
import { type EventFact, newEventBatch } from '#visits/clicks/facts/events.ts';
import { type DrawnEvent, drawEvents } from './drawEvents.ts';
import { loadRecords, type RecordStores } from './loadRecords.ts';
import type { WrittenInstall } from './writeInstalls.ts';

/** Events of one record of the journal, as of one call. */
const TOGETHER = 100;

/** Loads what the people of installations did, as if their apps had sent it; returns how many events. */
export async function writeEvents(
  stores: RecordStores,
  project: Project,
  installs: readonly WrittenInstall[],
  options: Parameters<typeof drawEvents>[1],
): Promise<number> {
  const people = installs.map(({ installation }) => installation);
  const events = drawEvents(people, options).map(factOf);
  const records: string[] = [];
  for (let index = 0; index < events.length; index += TOGETHER) {
    records.push(
      encodeEvents(
        newEventBatch({
          projectId: project.id,
          receivedAt: options.now,
          saidBy: 'app',
          events: events.slice(index, index + TOGETHER),
        }),
      ),
    );
  }
  await loadRecords(stores, records);
  return events.length;
}

function factOf(event: DrawnEvent): EventFact {
  return {
    ...event,
    eventId: newId(event.at),
    saidAt: null,
    clickId: null,
    customerId: null,
    transactionId: null,
    items: null,
    properties: null,
    test: false,
  };
}
