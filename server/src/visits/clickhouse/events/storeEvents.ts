import type { Pool } from 'pg';
import type { DecodedRecord } from '../../clicks/facts/decodeRecords.ts';
import { receivedEvents } from '../../clicks/facts/events.ts';
import type { ClickHouse } from '../connection/ClickHouse.ts';
import { insertEvents } from './rowsOfEvents.ts';

/** Stores the events of a batch, however often it is called. Of a project that is gone nothing is kept. */
export async function storeEvents(
  ch: ClickHouse,
  pool: Pool,
  records: readonly DecodedRecord[],
): Promise<void> {
  const events = receivedEvents(
    records.flatMap(({ record }) => (record.type === 'events' ? [record.batch] : [])),
  );
  if (events.length === 0) return;
  const { rows } = await pool.query<{ id: string }>(
    'select id from projects where id = any($1::uuid[])',
    [[...new Set(events.map(({ projectId }) => projectId))]],
  );
  const known = new Set(rows.map(({ id }) => id));
  await insertEvents(
    ch,
    events.filter(({ projectId }) => known.has(projectId.toLowerCase())),
  );
}
