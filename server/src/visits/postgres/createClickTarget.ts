import type { ClientBase, Pool } from 'pg';
import type { LoadedBatch, Target } from '../journal/createLoader.ts';
import { type Click, type Term, TERMS } from '../clicks/facts/Click.ts';
import type { TargetOptions } from '../numbers/ClickStore.ts';
import { type ClickTerm, type ClickTerms, createClickTerms } from '../clicks/facts/clickTerms.ts';
import { createFactWriter } from './writeFacts.ts';
import { type DecodedRecord, decodeRecords, isDataError } from '../clicks/facts/decodeRecords.ts';
import { receivedEvents } from '../clicks/facts/events.ts';
import { type BatchFacts, togetherByClick } from '../clicks/facts/factColumns.ts';
import { findPosition, noteLoaded } from '../clicks/facts/journalPositions.ts';

interface Options extends TargetOptions {
  readonly pool: Pool;
  /** Absent: the rows are in PostgreSQL. */
  readonly rows?: RowStore;
}

/** Where the rows of clicks and events are, if not in PostgreSQL. */
export interface RowStore {
  /** As of `Target`. */
  findBatchEnd(journalId: string, from: number): Promise<number | null>;
  /**
   * Stores the clicks and events of a batch, however often it is called, and returns the records that PostgreSQL has to count; undefined
   * if another process loads from this journal.
   */
  store(
    batch: LoadedBatch,
    records: readonly DecodedRecord[],
    terms: ClickTerms,
  ): Promise<StoredBatch | undefined>;
}

interface StoredBatch {
  readonly counted: readonly DecodedRecord[];
  readonly refused: readonly DecodedRecord[];
}

/** Where the rows are written by the statement that moves the position. */
const IN_POSTGRESQL: RowStore = {
  findBatchEnd: () => Promise.resolve(null),
  store: (_batch, records) => Promise.resolve({ counted: records, refused: [] }),
};

/** Loads records of the journal into the ledger. A bad record is set aside, and its neighbours are stored. */
export function createClickTarget({ pool, rows = IN_POSTGRESQL, log, keepAside }: Options): Target {
  const write = createFactWriter(rows === IN_POSTGRESQL ? 'postgresql' : 'clickhouse');
  let terms = createClickTerms();

  async function refuse(records: readonly string[], error: unknown): Promise<void> {
    if (records.length === 0) return;
    log.error({ err: error, records: records.length }, 'A record of the journal cannot be stored');
    await keepAside(records);
  }

  return {
    findPosition(journalId, start) {
      // Another database may answer now, whose codes are others.
      terms = createClickTerms();
      return findPosition(pool, journalId, start);
    },
    findBatchEnd: (journalId, from) => rows.findBatchEnd(journalId, from),
    noteLoaded: (journalId, until) => noteLoaded(pool, journalId, until),
    async load(batch) {
      const { good, bad } = await decodeRecords(batch.records);
      await refuse(bad, new RangeError('Not a record'));
      const stored = await rows.store(batch, good, terms);
      if (stored === undefined) return false;
      await refuse(linesOf(stored.refused), new RangeError('Not storable'));
      try {
        return await withClient(pool, async (client) => {
          // Before the transaction, so that no one waits for it because of a new dimension value.
          const facts = await factsOf(client, terms, stored.counted);
          return inTransaction(client, () => write(client, batch, facts));
        });
      } catch (error) {
        if (!isDataError(error)) throw error;
      }
      return withClient(pool, (client) =>
        inTransaction(client, async () => {
          const staying = { ...batch, to: batch.from };
          const isGood = (records: readonly DecodedRecord[]) =>
            succeeds(client, async () => {
              const moved = await write(client, staying, await factsOf(client, terms, records));
              if (!moved) throw new Error('Another process has loaded from this journal');
            });
          const refused = await findRefused(stored.counted, isGood);
          await refuse(linesOf(refused), 'Refused by the database');
          return write(client, batch, { clicks: [], opens: [], reports: [], events: [] });
        }),
      );
    },
  };
}

/** Splits records in halves until the bad ones are isolated; `isGood` stores those that it is given, or nothing. */
export async function findRefused<Each>(
  records: readonly Each[],
  isGood: (records: readonly Each[]) => Promise<boolean>,
): Promise<readonly Each[]> {
  if (await isGood(records)) return [];
  if (records.length <= 1) return records;
  const middle = Math.ceil(records.length / 2);
  return [
    ...(await findRefused(records.slice(0, middle), isGood)),
    ...(await findRefused(records.slice(middle), isGood)),
  ];
}

/** Does something inside the transaction; false, and nothing is done, if a row is at fault. */
async function succeeds(client: ClientBase, work: () => Promise<void>): Promise<boolean> {
  await client.query('savepoint attempt');
  try {
    await work();
    await client.query('release savepoint attempt');
    return true;
  } catch (error) {
    if (!isDataError(error)) throw error;
    await client.query('rollback to savepoint attempt');
    return false;
  }
}

async function withClient(
  pool: Pool,
  work: (client: ClientBase) => Promise<boolean>,
): Promise<boolean> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A connection in an unknown state is discarded.
    client.release(broken);
  }
}

const linesOf = (records: readonly DecodedRecord[]) => records.map(({ line }) => line);

/** Commits if `work` returns true. */
async function inTransaction(client: ClientBase, work: () => Promise<boolean>): Promise<boolean> {
  await client.query('begin');
  const done = await work();
  await client.query(done ? 'commit' : 'rollback');
  return done;
}

async function factsOf(
  db: Pool | ClientBase,
  terms: ClickTerms,
  decoded: readonly DecodedRecord[],
): Promise<BatchFacts> {
  const records = decoded.map(({ record }) => record);
  const clicks = records.flatMap((record) => (record.type === 'click' ? [record.click] : []));
  const reports = records.flatMap((record) => (record.type === 'report' ? [record.report] : []));
  return {
    clicks: await replaceTerms(clicks, (found) => terms.resolve(db, found)),
    opens: records.flatMap((record) => (record.type === 'open' ? [record.open] : [])),
    reports: togetherByClick(reports),
    events: receivedEvents(
      records.flatMap((record) => (record.type === 'events' ? [record.batch] : [])),
    ),
  };
}

type Replaced<Value> = Omit<Click, Term> & { readonly [Name in Term]: Value | null };

/** Clicks with what a dictionary has in place of their texts. */
export async function replaceTerms<Value>(
  clicks: readonly Click[],
  resolve: (terms: readonly ClickTerm[]) => Promise<(Value | null)[]>,
): Promise<Replaced<Value>[]> {
  const found = await resolve(
    clicks.flatMap((click) =>
      TERMS.map((field) => ({ projectId: click.projectId, field, text: click[field] })),
    ),
  );
  return clicks.map((click, index) => {
    const replaced: Record<string, unknown> = { ...click };
    for (const [place, field] of TERMS.entries()) {
      replaced[field] = found[index * TERMS.length + place] ?? null;
    }
    return replaced as Replaced<Value>;
  });
}
