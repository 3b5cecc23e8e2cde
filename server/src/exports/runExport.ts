import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@fairlead/contract/limits';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Files } from '../lib/Files.ts';
import type { Queue } from '../queue/createQueue.ts';
import { CSV_HEADING } from './csvHeading.ts';
import { type Export, fileNameOf, readExport } from './Export.ts';
import { linksEnd } from './downloadUrl.ts';
import { markFailed } from './failExport.ts';
import { countLinks, readRows } from './readRows.ts';
import { isSqlstate } from '../db/sqlstates.ts';

interface Dependencies {
  readonly db: Kysely<Database>;
  /** Reads the rows. */
  readonly background: Kysely<Database>;
  readonly files: Files;
  readonly queue: Queue;
  readonly linkUrlTemplate: string;
}

/** How often, in rows, a run checks whether it was canceled. */
const LOOK_EVERY = 10_000;
/** A previous worker may be gone while the database is still running its last statement, or it was merely slow. */
const WAIT_MS = 1000;
const MAX_WAITS = 600;

class Canceled extends Error {}
class TooManyLinks extends Error {}
class Busy extends Error {}

/**
 * Creates the file of an export: pending → processing → completed or failed. May be repeated at any
 * point: an export that has ended is left alone, one that another process is creating is waited for. The
 * result is written in the transaction that read the rows, together with the email's job.
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
  const { db, background, files } = dependencies;
  try {
    await background
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((trx) => makeFile(dependencies, trx, entry));
  } catch (error) {
    if (error instanceof TooManyLinks) return markFailed(db, entry.id, error.message);
    // Canceled between the snapshot and the end: the file belongs to no one.
    const overtaken = isSqlstate(error, 'serializationFailure');
    if (!(error instanceof Canceled) && !overtaken) throw error;
    const status = await readStatus(db, entry.id);
    if (status === 'processing') throw error;
    // Someone else has created it, and the file is theirs.
    if (status !== 'completed') await files.delete(fileNameOf(entry));
  }
}

async function makeFile(
  { db, files, queue, linkUrlTemplate }: Dependencies,
  trx: Transaction<Database>,
  entry: Export,
): Promise<void> {
  await claim(db, trx, entry);
  // One core at most: redirects need the others.
  await sql`set local max_parallel_workers_per_gather = 0`.execute(trx);
  const count = await countLinks(trx, entry.projectId, entry.filters);
  if (count > LIMITS.exportRows) {
    throw new TooManyLinks(
      `${count.toLocaleString('en')} links match, and an export holds at most ` +
        `${LIMITS.exportRows.toLocaleString('en')}; narrow the filters, for example by creation date`,
    );
  }
  const pages = readRows(trx, entry.projectId, entry.filters, linkUrlTemplate);
  let rowCount = 0;
  async function* content(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(CSV_HEADING);
    for await (const page of pages) {
      yield Buffer.from(page.text);
      rowCount += page.rows;
      if (rowCount % LOOK_EVERY === 0) await stopIfCanceled(db, entry.id);
    }
  }
  const bytes = await files.write(fileNameOf(entry), content());
  await trx
    .updateTable('exports')
    .set({
      status: 'completed',
      row_count: rowCount,
      bytes,
      finished_at: new Date(),
      links_end_at: linksEnd(),
    })
    .where('id', '=', entry.id)
    .execute();
  await queue.send(trx, 'mail-export', { projectId: entry.projectId, exportId: entry.id });
}

/** Held until the transaction ends: two workers never create one export at once. */
async function claim(
  db: Kysely<Database>,
  trx: Transaction<Database>,
  entry: Export,
): Promise<void> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`fairlead export ${entry.id}`}, 0)) as mine
  `.execute(trx);
  if (rows[0]?.mine !== true) throw new Busy('Another process is making this export');
  // The previous holder may have ended it between our read and our lock; our snapshot is older than the lock.
  const status = await readStatus(db, entry.id);
  if (status !== 'processing') throw new Canceled(`The export is ${status}`);
}

async function stopIfCanceled(db: Kysely<Database>, id: string): Promise<void> {
  if ((await readStatus(db, id)) !== 'processing') throw new Canceled('The export was canceled');
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
