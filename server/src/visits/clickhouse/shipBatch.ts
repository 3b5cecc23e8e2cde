import type { Pool } from 'pg';
import { type Click, CLICK_FIELDS, STORED, TERMS } from '../clicks/facts/Click.ts';
import type { ClickTerms } from '../clicks/facts/clickTerms.ts';
import { type DecodedRecord, isDataError } from '../clicks/facts/decodeRecords.ts';
import type { LoadedBatch } from '../journal/createLoader.ts';
import { UUID_PATTERN } from '#platform/lib/uuid.ts';
import type { RowStore } from '../postgres/createClickTarget.ts';
import type { ClickHouse } from './connection/ClickHouse.ts';
import { findTokens } from './findClicks.ts';
import { insertClicks, type StoredClick } from './rowsOfClicks.ts';

/** A recount holds the lock: it lets no batch begin. */
const CLAIM = `
with entered as materialized (
  select pg_advisory_xact_lock_shared(hashtextextended('fairlead shipping', 0))
), before as materialized (
  select id, shipping_to from entered, journals where id = $1 and position = $2 for update of journals
)
update journals set shipping_to = $3 from before
where journals.id = before.id and (before.shipping_to is null or before.shipping_to = $3)
returning before.shipping_to is not null as is_repeated`;
interface Claim {
  readonly is_repeated: boolean;
}

const FIND_END = 'select shipping_to from journals where id = $1 and position = $2';
const FIND_LINKS = 'select key, project_id from links where key = any($1::bigint[])';

/** The last time of a DateTime is in 2106. */
const LAST_MS = Date.UTC(2106, 0, 1);

/**
 * Puts the clicks of batches into ClickHouse, each exactly once: PostgreSQL notes which batch is under way, ClickHouse passes over
 * a token that it has seen, and PostgreSQL then moves the position with everything that it keeps itself.
 */
export function createRowStore(ch: ClickHouse, pool: Pool): RowStore {
  /** Whatever was recorded before may be stored already: the position may have been lost, or the journal be a copy. */
  let readAt = Date.now();

  return {
    async findBatchEnd(journalId, from) {
      readAt = Date.now();
      const { rows } = await pool.query<{ shipping_to: number | null }>(FIND_END, [
        journalId,
        from,
      ]);
      return rows[0]?.shipping_to ?? null;
    },
    async store(batch, records, terms) {
      const { good, refused } = partition(records);
      const clicks = new Map(
        good.flatMap(({ record }) =>
          record.type === 'click' ? [[record.click.id, record.click]] : [],
        ),
      );
      if (clicks.size === 0) return { counted: good, refused };
      const { journalId, from, to } = batch;
      const { rows } = await pool.query<Claim>(CLAIM, [journalId, from, to]);
      const claim = rows[0];
      if (claim === undefined) return undefined;
      const ids = await ship(batch, [...clicks.values()], claim, terms);
      // A click counts once, however often it is in the batch.
      const isCounted = ({ record }: DecodedRecord) =>
        record.type !== 'click' ||
        (clicks.get(record.click.id) === record.click && ids.has(record.click.id));
      return { counted: good.filter(isCounted), refused };
    },
  };

  /** Ids of those clicks that no other journal has brought, of links that exist. */
  async function ship(
    { journalId, from, to }: LoadedBatch,
    clicks: readonly Click[],
    { is_repeated: isRepeated }: Claim,
    terms: ClickTerms,
  ): Promise<Set<string>> {
    const owners = await findOwners(pool, clicks);
    const owned = clicks.filter((click) => owners.has(click.linkKey));
    const now = Date.now();
    const isNew = ({ at }: Click) => !isRepeated && at > readAt && at <= now;
    const tokens = await findTokens(
      ch,
      owned.filter((click) => !isNew(click)).map(({ id }) => id),
    );
    const token = `${journalId}:${from}:${to}`;
    // Those of the batch itself are sent again, so that it is the same for whatever has not got it.
    const sent = owned.filter(({ id }) => (tokens.get(id) ?? token) === token);
    await insertClicks(ch, await resolveTexts(pool, terms, sent, owners), token);
    const counted = owned.filter(({ id }) => (tokens.get(id) ?? token).startsWith(journalId));
    return new Set(counted.map(({ id }) => id));
  }
}

/** The projects of links. */
async function findOwners(pool: Pool, clicks: readonly Click[]): Promise<Map<number, string>> {
  const keys = [...new Set(clicks.map(({ linkKey }) => linkKey))];
  const { rows } = await pool.query<{ key: number; project_id: string }>(FIND_LINKS, [
    `{${keys.join(',')}}`,
  ]);
  return new Map(rows.map((row) => [row.key, row.project_id]));
}

/** With the texts that PostgreSQL's dictionaries allow: a project cannot name any number of them. */
async function resolveTexts(
  pool: Pool,
  terms: ClickTerms,
  clicks: readonly Click[],
  owners: ReadonlyMap<number, string>,
): Promise<StoredClick[]> {
  const texts = await terms.resolveTexts(
    pool,
    clicks.flatMap((click) =>
      TERMS.map((field) => ({ projectId: click.projectId, field, text: click[field] })),
    ),
  );
  return clicks.map((click, index) => {
    const named = TERMS.map((field, place) => [field, texts[index * TERMS.length + place] ?? null]);
    return {
      ...click,
      ...Object.fromEntries(named),
      projectId: owners.get(click.linkKey) ?? click.projectId,
    } as StoredClick;
  });
}

/** A value that ClickHouse cannot store would hold up every later batch. */
function partition(records: readonly DecodedRecord[]) {
  if (areStorable(records)) return { good: records, refused: [] };
  const { good = [], refused = [] } = Object.groupBy(records, (each) =>
    areStorable([each]) ? 'good' : 'refused',
  );
  return { good, refused };
}

const NUMBERS = STORED.filter(
  (name) => !CLICK_FIELDS[name].codes && !CLICK_FIELDS[name].dictionary,
);

function areStorable(records: readonly DecodedRecord[]): boolean {
  const clicks = records.flatMap(({ record }) => (record.type === 'click' ? [record.click] : []));
  try {
    for (const name of NUMBERS) CLICK_FIELDS[name].postgres.array(clicks, (click) => click[name]);
  } catch (error) {
    if (!isDataError(error)) throw error;
    return false;
  }
  return clicks.every(
    ({ at, linkKey, projectId }) =>
      at < LAST_MS && Number.isSafeInteger(linkKey) && linkKey >= 0 && UUID_PATTERN.test(projectId),
  );
}
