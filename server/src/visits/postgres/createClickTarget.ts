import type { ClientBase, Pool } from 'pg';
import type { LoadedBatch, Target } from '../journal/createLoader.ts';
import { type Click, TERMS } from '../clicks/facts/Click.ts';
import type { TargetOptions } from '../numbers/ClickStore.ts';
import { type ClickTerms, createClickTerms } from '../clicks/facts/clickTerms.ts';
import { createFactWriter } from './writeFacts.ts';
import { type DecodedRecord, decodeRecords, isDataError } from '../clicks/facts/decodeRecords.ts';
import { type BatchFacts, type CodedClick, togetherByClick } from '../clicks/facts/factColumns.ts';
import { findPosition, noteLoaded } from '../clicks/facts/journalPositions.ts';

interface Options extends TargetOptions {
  readonly pool: Pool;
  /** Absent: the rows are in PostgreSQL. */
  readonly rows?: RowStore;
}

/** Where the rows of clicks are, if not in PostgreSQL. */
export interface RowStore {
  /** As of `Target`. */
  findBatchEnd(journalId: string, from: number): Promise<number | null>;
  /**
   * Stores the clicks of a batch, however often it is called, and returns the records that PostgreSQL has to count; undefined
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

/** Loads records of the journal into the ledger. A bad record is set aside, and its neighbours are stored. */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function createClickTarget({ pool, rows: elsewhere, log, keepAside }: Options): Target {
  const write = createFactWriter(elsewhere ? 'clickhouse' : 'postgresql');
  let terms = createClickTerms();

  async function refuse(records: readonly string[], error: unknown): Promise<void> {
    log.error({ err: error, records: records.length }, 'A record of the journal cannot be stored');
    await keepAside(records);
  }

  return {
    findPosition(journalId, start) {
      // Another database may answer now, whose codes are others.
      terms = createClickTerms();
      return findPosition(pool, journalId, start);
    },
    findBatchEnd: (journalId, from) =>
      elsewhere?.findBatchEnd(journalId, from) ?? Promise.resolve(null),
    noteLoaded: (journalId, until) => noteLoaded(pool, journalId, until),
    async load(batch) {
      const { good: decoded, bad } = await decodeRecords(batch.records);
      if (bad.length > 0) await refuse(bad, new RangeError('Not a record'));
      const stored = elsewhere
        ? await elsewhere.store(batch, decoded, terms)
        : { counted: decoded, refused: [] };
      if (stored === undefined) return false;
      const { counted: good, refused } = stored;
      if (refused.length > 0) await refuse(linesOf(refused), new RangeError('Not storable'));
      try {
        return await withClient(async (client) => {
          // Before the transaction, so that no one waits for it because of a new dimension value.
          const rows = await rowsOf(client, terms, good);
          return inTransaction(client, () => write(client, batch, rows));
        });
      } catch (error) {
        if (!isDataError(error)) throw error;
      }
      return withClient((client) => inTransaction(client, () => loadApart(client, batch, good)));
    },
  };

  async function withClient(work: (client: ClientBase) => Promise<boolean>): Promise<boolean> {
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

  /** Splits the batch in halves until the bad records are isolated. */
  async function loadApart(
    client: ClientBase,
    batch: LoadedBatch,
    records: readonly DecodedRecord[],
  ): Promise<boolean> {
    const staying = { ...batch, to: batch.from };
    const refused = await findRefused(client, staying, records);
    if (refused.length > 0) await refuse(refused, 'Refused by the database');
    return write(client, batch, { clicks: [], opens: [], reports: [] });
  }

  async function findRefused(
    client: ClientBase,
    staying: Omit<LoadedBatch, 'records'>,
    records: readonly DecodedRecord[],
  ): Promise<string[]> {
    await client.query('savepoint attempt');
    try {
      const moved = await write(client, staying, await rowsOf(client, terms, records));
      if (!moved) throw new Error('Another process has loaded from this journal');
      await client.query('release savepoint attempt');
      return [];
    } catch (error) {
      if (!isDataError(error)) throw error;
      await client.query('rollback to savepoint attempt');
    }
    if (records.length === 1) return [records[0]!.line];
    const middle = Math.ceil(records.length / 2);
    return [
      ...(await findRefused(client, staying, records.slice(0, middle))),
      ...(await findRefused(client, staying, records.slice(middle))),
    ];
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

async function rowsOf(
  db: Pool | ClientBase,
  terms: ClickTerms,
  decoded: readonly DecodedRecord[],
): Promise<BatchFacts> {
  const records = decoded.map(({ record }) => record);
  const clicks = records.flatMap((record) => (record.type === 'click' ? [record.click] : []));
  const reports = records.flatMap((record) => (record.type === 'report' ? [record.report] : []));
  return {
    clicks: await encode(db, terms, clicks),
    opens: records.flatMap((record) => (record.type === 'open' ? [record.open] : [])),
    reports: togetherByClick(reports),
  };
}

/** Replaces texts by their codes. */
async function encode(
  db: Pool | ClientBase,
  terms: ClickTerms,
  clicks: readonly Click[],
): Promise<CodedClick[]> {
  const words = clicks.flatMap((click) =>
    TERMS.map((field) => ({ projectId: click.projectId, field, text: click[field] })),
  );
  const codes = await terms.resolve(db, words);
  return clicks.map((click, index) => {
    const coded: Record<string, unknown> = { ...click };
    for (const [place, field] of TERMS.entries()) {
      coded[field] = codes[index * TERMS.length + place] ?? null;
    }
    return coded as CodedClick;
  });
}
