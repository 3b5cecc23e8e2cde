import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS, limitText } from '@fairlead/contract/limits';
import { sql } from 'kysely';
import { inSnapshot } from '#platform/db/inTransaction.ts';
import type { Kysely, Transaction } from 'kysely';
import type { Numbers, Reading } from '#visits/numbers/openNumbers.ts';
import type { Database } from '#platform/db/schema.ts';
import type { Files } from '#platform/ports/Files.ts';
import type { Queue } from '#platform/queue/createQueue.ts';
import { CLICKS_HEADING, CSV_HEADING, EVENTS_HEADING, ROUTES_HEADING } from './rows/csvHeading.ts';
import { type Export, fileNameOf, readExport } from './Export.ts';
import { linksEnd } from './downloadUrl.ts';
import { markFailed } from './failExport.ts';
import { readEventRows } from './rows/readEventRows.ts';
import { readClickRows } from './rows/readClickRows.ts';
import { countRuledLinks, readRouteRows } from './rows/readRouteRows.ts';
import { countLinks, readRows } from './rows/readRows.ts';

interface Dependencies {
  readonly db: Kysely<Database>;
  readonly numbers: Pick<Numbers, 'read'>;
  readonly files: Files;
  readonly queue: Queue;
  readonly linkUrlTemplate: string;
}

/** How often, in rows, a run says how far it is, and checks whether it was canceled. */
const LOOK_EVERY = 10_000;
/** A previous worker may be gone while the database is still running its last statement, or it was merely slow. */
const WAIT_MS = 1000;
const MAX_WAITS = 600;

class Canceled extends Error {}
class TooManyRows extends Error {}
class Busy extends Error {}

/**
 * Creates the file of an export: pending → processing → completed or failed. May be repeated at any
 * point: an export that has ended is left alone, one that another process is creating is waited for. The
 * rows are read in one transaction, on a replica if there is one; the result is written in another on the primary, which
 * keeps other workers away meanwhile, together with the email's job.
 */
export async function runExport(dependencies: Dependencies, exportId: string): Promise<void> {
  const { db } = dependencies;
  await db
    .updateTable('exports')
    .set({ status: 'processing', started_at: new Date() })
    .where('id', '=', exportId)
    .where('status', '=', 'pending')
    .execute();
  for (let waits = 0; ; waits += 1) {
    const row = await db
      .selectFrom('exports')
      .selectAll()
      .where('id', '=', exportId)
      .where('status', '=', 'processing')
      .executeTakeFirst();
    if (!row) return;
    try {
      return await tryExport(dependencies, readExport(row));
    } catch (error) {
      // It must not use up its attempts meanwhile.
      if (!(error instanceof Busy) || waits === MAX_WAITS) throw error;
      await sleep(WAIT_MS);
    }
  }
}

async function tryExport(dependencies: Dependencies, entry: Export): Promise<void> {
  const { db, files } = dependencies;
  try {
    // Read committed: waiting, it keeps no snapshot that would stop the primary from cleaning up.
    await db.transaction().execute((claim) => makeFile(dependencies, claim, entry));
  } catch (error) {
    if (error instanceof TooManyRows) return markFailed(db, entry.id, error.message);
    if (!(error instanceof Canceled)) throw error;
    // The file belongs to no one, unless someone else has created it.
    if ((await readStatus(db, entry.id)) !== 'completed') await files.delete(fileNameOf(entry));
  }
}

async function makeFile(
  dependencies: Dependencies,
  claim: Transaction<Database>,
  entry: Export,
): Promise<void> {
  await takeClaim(claim, entry);
  // If the replica breaks off half-way, what it has written is dropped, and the primary writes the whole file.
  const file = await dependencies.numbers.read(
    (reading) =>
      inSnapshot(reading.db, (trx) => writeFile(dependencies, { reading, trx, claim, entry })),
    'background',
  );
  const { numUpdatedRows } = await claim
    .updateTable('exports')
    .set({
      status: 'completed',
      row_count: file.rows,
      bytes: file.bytes,
      finished_at: new Date(),
      links_end_at: linksEnd(),
    })
    .where('id', '=', entry.id)
    .where('status', '=', 'processing')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Canceled('The export was canceled');
  const { projectId, id: exportId } = entry;
  await dependencies.queue.send(claim, 'mail-export', { projectId, exportId });
}

const TOO_MANY_ROWS = `More than ${limitText('exportClicks')} rows match, and a file holds no more; export a shorter time, or one link`;

interface Writing {
  readonly reading: Pick<
    Reading,
    'readLinkNumbers' | 'countRoutes' | 'streamClicks' | 'events' | 'linksOfClicks'
  >;
  /** Reads the rows. */
  readonly trx: Transaction<Database>;
  /** Has the claim, on the primary. */
  readonly claim: Transaction<Database>;
  readonly entry: Export;
}

const KINDS = {
  links: { heading: CSV_HEADING, count: countLinks, read: readRows },
  routes: { heading: ROUTES_HEADING, count: countRuledLinks, read: readRouteRows },
  // Nobody knows how many they are before they are read.
  clicks: { heading: CLICKS_HEADING, count: undefined, read: readClickRows },
  events: { heading: EVENTS_HEADING, count: undefined, read: readEventRows },
} as const;

async function writeFile(
  { db, files, linkUrlTemplate }: Dependencies,
  { reading, trx, claim, entry }: Writing,
): Promise<{ rows: number; bytes: number }> {
  // One core at most: redirects need the others.
  await sql`set local max_parallel_workers_per_gather = 0`.execute(trx);
  const { heading, count: countThem, read } = KINDS[entry.filters.kind ?? 'links'];
  const count = (await countThem?.(trx, entry.projectId, entry.filters)) ?? 0;
  if (count > LIMITS.exportRows) {
    throw new TooManyRows(
      `${count.toLocaleString('en')} links match, and an export holds at most ` +
        `${limitText('exportRows')}; narrow the filters, for example by creation date`,
    );
  }
  const pages = read({ reading, trx }, entry.projectId, entry.filters, linkUrlTemplate);
  let [rows, looked] = [0, 0];
  async function* content(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(heading);
    for await (const page of pages) {
      yield Buffer.from(page.text);
      rows += page.rows;
      looked += page.rows;
      if (looked < LOOK_EVERY) continue;
      looked = 0;
      if (rows > LIMITS.exportClicks) throw new TooManyRows(TOO_MANY_ROWS);
      await stopIfCanceled(claim, entry.id);
      await noteProgress(db, entry.id, rows);
    }
    // Also throws if the claim was lost with its connection: then the file is another worker's.
    await stopIfCanceled(claim, entry.id);
  }
  return { bytes: await files.write(fileNameOf(entry), content()), rows };
}

/** Seen by others at once, for it is not in the claim's transaction. */
async function noteProgress(db: Kysely<Database>, id: string, rows: number): Promise<void> {
  await db
    .updateTable('exports')
    .set({ row_count: rows })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .execute();
}

/** Held until the transaction ends: two workers never create one export at once. */
async function takeClaim(claim: Transaction<Database>, entry: Export): Promise<void> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`fairlead export ${entry.id}`}, 0)) as mine
  `.execute(claim);
  if (rows[0]?.mine !== true) throw new Busy('Another process is making this export');
  // The previous holder may have ended it between our read and our lock.
  await stopIfCanceled(claim, entry.id);
}

async function stopIfCanceled(claim: Transaction<Database>, id: string): Promise<void> {
  const status = await readStatus(claim, id);
  if (status !== 'processing') throw new Canceled(`The export is ${status}`);
}

async function readStatus(
  db: Kysely<Database> | Transaction<Database>,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('exports')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.status;
}
