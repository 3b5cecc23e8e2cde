import type { Kysely } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import type { EventStore } from '../../numbers/events/EventStore.ts';
import { expireEvents } from './expireEvents.ts';
import { forgetEvents } from './forgetEvents.ts';
import { readEvents } from './readEvents.ts';

/** Events in the database that has everything else; `background`: for work that must not slow down visitors. */
export function openPostgresEvents(background: Kysely<Database>): EventStore {
  return {
    events: readEvents,
    forget: forgetEvents,
    expire: (plans, options) => expireEvents(background, plans, options),
  };
}
