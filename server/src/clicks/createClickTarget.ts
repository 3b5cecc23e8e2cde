import type { ClientBase, Pool } from 'pg';
import type { LoadedBatch, Target } from '../journal/createLoader.ts';
import type { Log } from '../lib/Log.ts';
import { type Click } from './Click.ts';
import { decodeRecord, type LedgerRecord, type PhoneReport } from './clickRecords.ts';
import { type ClickTerms, createClickTerms } from './clickTerms.ts';
import { type ClickRow, type LedgerRows, writeClicks } from './writeClicks.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isRowAtFault } from '../db/sqlstates.ts';

interface Options {
  readonly pool: Pool;
  readonly log: Log;
  /** Saves records that the database refuses, before the journal deletes them. */
  readonly keepAside: (records: readonly string[]) => Promise<void>;
}

/** Records decoded before requests get their turn. */
const AT_A_TIME = 250;

const FIND = 'select position from journals where id = $1';
const BEGIN = `
insert into journals as known (id, position) values ($1, $2)
on conflict (id) do update set loaded_until = least(known.loaded_until, now())`;
const NOTE = `
update journals set loaded_until = case when $2::timestamptz is null then 'infinity' else greatest(loaded_until, $2) end where id = $1`;

/** Loads records of the journal into the ledger. A bad record is set aside, and its neighbours are stored. */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function createClickTarget({ pool, log, keepAside }: Options): Target {
  let terms = createClickTerms();

  async function refuse(records: readonly string[], error: unknown): Promise<void> {
    log.error({ err: error, records: records.length }, 'A record of the journal cannot be stored');
    await keepAside(records);
  }

  return {
    async findPosition(journalId, start) {
      // Another database may answer now, whose codes are others.
      terms = createClickTerms();
      await pool.query(BEGIN, [journalId, start]);
      const { rows } = await pool.query<{ position: number }>(FIND, [journalId]);
      return rows[0]?.position ?? start;
    },
    async noteLoaded(journalId, until) {
      await pool.query({ name: 'note-loaded', text: NOTE, values: [journalId, until] });
    },
    async load(batch) {
      const { good, bad } = await decodeAll(batch.records);
      if (bad.length > 0) await refuse(bad, new RangeError('Not a record'));
      try {
        return await withClient(async (client) => {
          // Before the transaction, so that no one waits for it because of a new dimension value.
          const rows = await rowsOf(client, terms, good);
          return inTransaction(client, () => writeClicks(client, batch, rows));
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
    records: readonly Decoded[],
  ): Promise<boolean> {
    const staying = { ...batch, to: batch.from };
    const refused = await findRefused(client, staying, records);
    if (refused.length > 0) await refuse(refused, 'Refused by the database');
    return writeClicks(client, batch, { clicks: [], opens: [], reports: [] });
  }

  async function findRefused(
    client: ClientBase,
    staying: Omit<LoadedBatch, 'records'>,
    records: readonly Decoded[],
  ): Promise<string[]> {
    await client.query('savepoint attempt');
    try {
      const moved = await writeClicks(client, staying, await rowsOf(client, terms, records));
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

/** Commits if `work` returns true. */
async function inTransaction(client: ClientBase, work: () => Promise<boolean>): Promise<boolean> {
  await client.query('begin');
  const done = await work();
  await client.query(done ? 'commit' : 'rollback');
  return done;
}

interface Decoded {
  readonly line: string;
  readonly record: LedgerRecord;
}

async function decodeAll(lines: readonly string[]) {
  const good: Decoded[] = [];
  const bad: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (index % AT_A_TIME === AT_A_TIME - 1) await nextTurn();
    try {
      good.push({ line, record: decodeRecord(line) });
    } catch (error) {
      if (!isDataError(error)) throw error;
      bad.push(line);
    }
  }
  return { good, bad };
}

async function rowsOf(
  db: Pool | ClientBase,
  terms: ClickTerms,
  decoded: readonly Decoded[],
): Promise<LedgerRows> {
  const records = decoded.map(({ record }) => record);
  const clicks = records.flatMap((record) => (record.type === 'click' ? [record.click] : []));
  const reports = records.flatMap((record) => (record.type === 'report' ? [record.report] : []));
  return {
    clicks: await encode(db, terms, clicks),
    opens: records.flatMap((record) => (record.type === 'open' ? [record.open] : [])),
    reports: togetherByClick(reports),
  };
}

const DIMENSIONS = ['device', 'os', 'browser', 'country', 'app', 'referrer'] as const;

/** Replaces dimension values by their codes. */
async function encode(
  db: Pool | ClientBase,
  terms: ClickTerms,
  clicks: readonly Click[],
): Promise<ClickRow[]> {
  const words = clicks.flatMap((click) =>
    DIMENSIONS.map((dimension) => ({
      projectId: click.projectId,
      dimension,
      term: click[dimension],
    })),
  );
  const codes = await terms.resolve(db, words);
  return clicks.map((click, index): ClickRow => {
    const first = index * DIMENSIONS.length;
    const [device = null, os = null, browser = null, country = null, app = null, referrer = null] =
      codes.slice(first, first + DIMENSIONS.length);
    return { click, device, os, browser, country, app, referrer };
  });
}

/** A statement may touch a row only once: a later report of a page replaces the earlier one. */
function togetherByClick(reports: readonly PhoneReport[]): PhoneReport[] {
  const byClick = new Map<string, PhoneReport>();
  for (const report of reports) {
    const before = byClick.get(report.clickId);
    byClick.set(report.clickId, {
      clickId: report.clickId,
      screen: report.screen ?? before?.screen ?? null,
      timeZone: report.timeZone ?? before?.timeZone ?? null,
      language: report.language ?? before?.language ?? null,
      touches: report.touches || before?.touches === true,
    });
  }
  return [...byClick.values()];
}

/**
 * Whether the row itself is bad and will fail whenever it is sent, including a number that is NaN or too
 * large to send.
 */
function isDataError(error: unknown): boolean {
  if (error instanceof RangeError || error instanceof SyntaxError) return true;
  return isRowAtFault(error);
}
