import { type Kysely, type RawBuilder, sql } from 'kysely';
import { RECEIVED_FIELDS } from '../../clicks/facts/events.ts';
import { snakeCase } from '../../clicks/facts/factColumns.ts';
import type { Database } from '#platform/db/schema.ts';
import type { ClickHouse } from '../connection/ClickHouse.ts';
import { localName, onCluster } from '../connection/schema.ts';
import { insertEvents, type StoredEvent } from '../events/rowsOfEvents.ts';

/** Events have texts of their own, and so weigh more than clicks. */
const PAGE_ROWS = 5_000;

type Row = Omit<StoredEvent, 'projectId'> & {
  readonly projectId: string | null;
  readonly number: number;
};

/** SQL: the events of `page` with the names of their fields. */
function selectPage(): RawBuilder<Row> {
  const fields = Object.entries(RECEIVED_FIELDS).map(([name, { postgres }]) => {
    if (name === 'projectId') return `projects.id as "projectId"`;
    const column = `page.${snakeCase(name)}`;
    const isTime = postgres.name === 'timestamptz';
    return `${isTime ? `(extract(epoch from ${column}) * 1000)::bigint` : column} as "${name}"`;
  });
  return sql`
    select ${sql.raw(fields.join(', '))}, page.link_key as "linkKey", page.project_number as number
    from page left join projects on projects.number = page.project_number
    order by page.project_number, page.event_id`;
}

/** The events of a project that is being deleted are left out. */
async function insertPage(ch: ClickHouse, rows: readonly Row[]): Promise<void> {
  const events = rows.flatMap(({ projectId, ...event }) =>
    projectId === null ? [] : [{ ...event, projectId }],
  );
  await insertEvents(ch, events);
}

/** Copies the events, all of them each time: there are few beside the clicks, and some may have gone since. */
export async function copyEvents(
  ch: ClickHouse,
  db: Kysely<Database>,
  pageRows = PAGE_ROWS,
): Promise<void> {
  await ch.run(`TRUNCATE TABLE ${localName('events', ch.place)}${onCluster(ch.place)}`);
  let last: Pick<Row, 'number' | 'eventId'> | undefined = { number: 0, eventId: '' };
  while (last !== undefined) {
    const { rows }: { rows: Row[] } = await sql<Row>`
      with page as materialized (
        select * from events where (project_number, event_id) > (${last.number}, ${last.eventId})
        order by project_number, event_id limit ${pageRows}
      ) ${selectPage()}`.execute(db);
    await insertPage(ch, rows);
    last = rows.at(-1);
  }
}

/**
 * Takes over what PostgreSQL has where clicks are in ClickHouse: the release before stored events there, and may still run. Broken off
 * after the insert, it inserts the same again.
 */
export async function adoptEvents(ch: ClickHouse, db: Kysely<Database>): Promise<void> {
  for (let found = 1; found > 0;) {
    found = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<Row>`
        with page as (
          delete from events where ctid = any(array(select ctid from events limit ${PAGE_ROWS})) returning *
        ) ${selectPage()}`.execute(trx);
      await insertPage(ch, rows);
      return rows.length;
    });
  }
}
