import type { ClientBase, Pool } from 'pg';
import { type Click, CLICK_KIND, CLICK_SOURCE } from '../clicks/Click.ts';
import type { TargetOptions } from '../clicks/ClickStore.ts';
import { type ClickTerms, createClickTerms } from '../clicks/clickTerms.ts';
import { type DecodedRecord, decodeRecords, isDataError } from '../clicks/decodeRecords.ts';
import { findPosition, noteLoaded } from '../clicks/journalPositions.ts';
import { togetherByClick } from '../clicks/recordColumns.ts';
import type { LoadedBatch, Target } from '../journal/createLoader.ts';
import { UUID_PATTERN } from '../lib/uuid.ts';
import type { ClickHouse } from './ClickHouse.ts';
import { findClicks } from './findClicks.ts';
import { type ClickValues, insertClicks } from './insertClicks.ts';
import { type ShippedRows, writeShipped } from './writeShipped.ts';

interface Options extends TargetOptions {
  readonly ch: ClickHouse;
  readonly pool: Pool;
}

/** A recount holds the lock: it lets no batch begin. */
const CLAIM = `
with entered as materialized (
  select pg_advisory_xact_lock_shared(hashtextextended('fairlead shipping', 0))
)
update journals set shipping_to = $3 from entered
where id = $1 and position = $2 and (shipping_to is null or shipping_to = $3) returning id`;
const FIND_END = 'select shipping_to from journals where id = $1 and position = $2';
const FIND_LINKS = 'select key, project_id from links where key = any($1::bigint[])';

/** Ids of one look-up. */
const IDS = 2_000;
/** What ClickHouse's times end with. */
const LAST_MS = Date.UTC(2299, 11, 31);

/**
 * Ships batches of the journal to ClickHouse, each exactly once: PostgreSQL notes which batch is under way, ClickHouse
 * passes over a token it has seen, and PostgreSQL then moves the position with everything that it keeps itself.
 */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function createShippingTarget({ ch, pool, log, keepAside }: Options): Target {
  let terms = createClickTerms();
  /** Whatever was recorded before may be stored already: the position may have been lost, or the journal be a copy. */
  let lookedAt = Date.now();
  let isRepeated = false;

  async function refuse(records: readonly string[], error: unknown): Promise<void> {
    log.error({ err: error, records: records.length }, 'A record of the journal cannot be stored');
    await keepAside(records);
  }

  return {
    findPosition(journalId, start) {
      // Another database may answer now, whose codes are others.
      terms = createClickTerms();
      lookedAt = Date.now();
      return findPosition(pool, journalId, start);
    },
    async findBatchEnd(journalId, from) {
      const { rows } = await pool.query<{ shipping_to: number | null }>(FIND_END, [
        journalId,
        from,
      ]);
      const end = rows[0]?.shipping_to ?? null;
      isRepeated = end !== null;
      return end;
    },
    noteLoaded: (journalId, until) => noteLoaded(pool, journalId, until),
    async load(batch) {
      const { good, bad } = await decodeRecords(batch.records);
      const { storable, others } = partition(good);
      if (bad.length + others.length > 0) {
        await refuse([...bad, ...others.map(({ line }) => line)], new RangeError('Not a record'));
      }
      const rows = rowsOf(storable);
      if (rows.clicks.length > 0) {
        const claimed = await pool.query(CLAIM, [batch.journalId, batch.from, batch.to]);
        if (claimed.rowCount !== 1) return false;
      }
      const clicks = await ship(batch, rows.clicks);
      isRepeated = false;
      return finish(batch, { ...rows, clicks });
    },
  };

  /** Puts clicks into ClickHouse and returns those that no other journal has brought, of links that exist. */
  async function ship(batch: LoadedBatch, clicks: readonly Click[]): Promise<readonly Click[]> {
    if (clicks.length === 0) return [];
    const owners = await findOwners(clicks);
    const owned = clicks.filter((click) => owners.has(click.linkKey));
    const now = Date.now();
    const isNew = ({ at }: Click) => at > lookedAt && at <= now;
    const asked = isRepeated ? owned : owned.filter((click) => !isNew(click));
    const journals = await findJournals(asked.map(({ id }) => id));
    const fresh = owned.filter(({ id }) => !journals.has(id));
    const { journalId, from, to } = batch;
    await insertClicks(ch, await encode(pool, terms, fresh, owners), {
      journal: journalId,
      token: `${journalId}:${from}:${to}`,
    });
    return owned.filter(({ id }) => (journals.get(id) ?? journalId) === journalId);
  }

  async function findOwners(clicks: readonly Click[]): Promise<Map<number, string>> {
    const keys = [...new Set(clicks.map(({ linkKey }) => linkKey))];
    const { rows } = await pool.query<{ key: number; project_id: string }>(FIND_LINKS, [
      `{${keys.join(',')}}`,
    ]);
    return new Map(rows.map((row) => [row.key, row.project_id]));
  }

  /** The journal of each click that is stored, by the click's id. */
  async function findJournals(ids: readonly string[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (let start = 0; start < ids.length; start += IDS) {
      for (const { id, journal } of await findClicks(ch, ids.slice(start, start + IDS))) {
        found.set(id, journal);
      }
    }
    return found;
  }

  /** What one record's traces spoil is set aside with it; its click counts all the same, since it is shipped. */
  async function finish(batch: LoadedBatch, rows: ShippedRows): Promise<boolean> {
    try {
      return await inTransaction(pool, (client) => writeShipped(client, batch, rows));
    } catch (error) {
      if (!isDataError(error)) throw error;
      await refuse(batch.records, error);
    }
    const clicks = rows.clicks.map((click) => ({ ...click, signals: null, forwarded: null }));
    return inTransaction(pool, (client) =>
      writeShipped(client, batch, { clicks, opens: [], reports: [] }),
    );
  }
}

/** Commits if `work` returns true. */
async function inTransaction(
  pool: Pool,
  work: (client: ClientBase) => Promise<boolean>,
): Promise<boolean> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const done = await work(client);
    await client.query(done ? 'commit' : 'rollback');
    return done;
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A connection in an unknown state is discarded.
    client.release(broken);
  }
}

function rowsOf(decoded: readonly DecodedRecord[]): ShippedRows {
  const records = decoded.map(({ record }) => record);
  const clicks = records.flatMap((record) => (record.type === 'click' ? [record.click] : []));
  const reports = records.flatMap((record) => (record.type === 'report' ? [record.report] : []));
  return {
    clicks: [
      ...new Map(clicks.toReversed().map((click) => [click.id, click])).values(),
    ].toReversed(),
    opens: records.flatMap((record) => (record.type === 'open' ? [record.open] : [])),
    reports: togetherByClick(reports),
  };
}

/** A value that ClickHouse cannot store would hold up every later batch. */
function partition(decoded: readonly DecodedRecord[]) {
  const storable: DecodedRecord[] = [];
  const others: DecodedRecord[] = [];
  for (const each of decoded) (isStorable(each) ? storable : others).push(each);
  return { storable, others };
}

function isStorable({ record }: DecodedRecord): boolean {
  if (record.type === 'report') return true;
  const { linkKey, at } = record.type === 'click' ? record.click : record.open;
  if (!Number.isSafeInteger(linkKey) || linkKey < 0) return false;
  if (!Number.isSafeInteger(at) || at > LAST_MS) return false;
  if (record.type === 'open') return true;
  const { visitor, signals, projectId } = record.click;
  if (visitor !== null && !isInt64(visitor)) return false;
  return UUID_PATTERN.test(projectId) && (signals === null || isInt64(signals.addressHash));
}

function isInt64(text: string): boolean {
  return /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

const DIMENSIONS = ['device', 'os', 'browser', 'country', 'app', 'referrer'] as const;

/** With the values that PostgreSQL's dictionaries allow: a project cannot name any number of them. */
async function encode(
  pool: Pool,
  terms: ClickTerms,
  clicks: readonly Click[],
  owners: ReadonlyMap<number, string>,
): Promise<ClickValues[]> {
  const asked = clicks.flatMap((click) =>
    DIMENSIONS.map((dimension) => ({
      projectId: click.projectId,
      dimension,
      term: click[dimension],
    })),
  );
  const values = await terms.resolveTexts(pool, asked);
  return clicks.map((click, index): ClickValues => {
    const first = index * DIMENSIONS.length;
    const [device = null, os = null, browser = null, country = null, app = null, referrer = null] =
      values.slice(first, first + DIMENSIONS.length);
    const { id, linkKey, visitor } = click;
    const [kind, source] = [CLICK_KIND[click.kind], CLICK_SOURCE[click.source]];
    const projectId = owners.get(linkKey) ?? click.projectId;
    return {
      id,
      projectId,
      linkKey,
      kind,
      source,
      device,
      os,
      browser,
      country,
      app,
      referrer,
      visitor,
    };
  });
}
