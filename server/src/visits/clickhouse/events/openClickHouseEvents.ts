import type { Kysely } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import type { EventStore } from '../../numbers/events/EventStore.ts';
import type { ClickHouse } from '../connection/ClickHouse.ts';
import { expireEvents } from './expireEvents.ts';
import { forgetEvents } from './forgetEvents.ts';
import { readEvents } from './readEvents.ts';

/** Events where the clicks are. */
export function openClickHouseEvents(ch: ClickHouse, background: Kysely<Database>): EventStore {
  return {
    events: (db, question) => readEvents(ch, db, question),
    forget: (tx, project, events) => forgetEvents(ch, tx, project, events),
    expire: (plans, options) => expireEvents(ch, background, plans, options),
  };
}
