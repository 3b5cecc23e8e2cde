import type { Pool } from 'pg';
import { type Click, CLICK_FIELDS, STORED } from '../clicks/facts/Click.ts';
import { type DecodedRecord, isDataError } from '../clicks/facts/decodeRecords.ts';
import { UUID_PATTERN } from '#platform/lib/uuid.ts';
import { replaceTerms, type RowStore } from '../postgres/createClickTarget.ts';
import type { ClickHouse } from './connection/ClickHouse.ts';
import { findTokens } from './findClicks.ts';
import { insertClicks } from './rowsOfClicks.ts';
import { isStorableEvent } from './events/rowsOfEvents.ts';
import { storeEvents } from './events/storeEvents.ts';

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

/** The last time of a DateTime is in 2106. */
const LAST_MS = Date.UTC(2106, 0, 1);

/**
 * Puts the clicks and events of batches into ClickHouse. Clicks are stored exactly once: PostgreSQL notes which batch is under way,
 * ClickHouse passes over a token that it has seen, and PostgreSQL then moves the position with everything that it keeps itself. Of
 * events the table keeps one copy each, however often they come.
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
    async store({ journalId, from, to }, records, terms) {
      const { good = [], refused = [] } = Object.groupBy(records, (each) =>
        isStorable(each) ? 'good' : 'refused',
      );
      const clicks = new Map(good.flatMap(clicksOf).map((click) => [click.id, click]));
      await storeEvents(ch, pool, good);
      if (clicks.size === 0) return { counted: good, refused };
      const { rows } = await pool.query<Claim>(CLAIM, [journalId, from, to]);
      const claim = rows[0];
      if (claim === undefined) return undefined;

      const owned = await findOwned(pool, [...clicks.values()]);
      const now = Date.now();
      const isNew = ({ at }: Click) => !claim.is_repeated && at > readAt && at <= now;
      const known = owned.filter((click) => !isNew(click)).map(({ id }) => id);
      const tokens = await findTokens(ch, known);
      const token = `${journalId}:${from}:${to}`;
      const tokenOf = ({ id }: Click) => tokens.get(id) ?? token;
      // Those of the batch itself are sent again, so that it is the same for whatever has not got it.
      const sent = owned.filter((click) => tokenOf(click) === token);
      const texts = await replaceTerms(sent, (found) => terms.resolveTexts(pool, found));
      await insertClicks(ch, texts, token);
      // What another journal has brought is counted there.
      const brought = owned.filter((click) => tokenOf(click).startsWith(journalId));
      const ids = new Set(brought.map(({ id }) => id));
      // A click counts once, however often it is in the batch.
      const isCounted = (each: DecodedRecord) =>
        clicksOf(each).every((click) => clicks.get(click.id) === click && ids.has(click.id));
      return { counted: good.filter(isCounted), refused };
    },
  };
}

function clicksOf({ record }: DecodedRecord): Click[] {
  return record.type === 'click' ? [record.click] : [];
}

/** The clicks of links that exist, as those of the link's project. */
async function findOwned(pool: Pool, clicks: readonly Click[]): Promise<Click[]> {
  const { rows } = await pool.query<{ key: number; project_id: string }>(
    'select key, project_id from links where key = any($1::bigint[])',
    [[...new Set(clicks.map(({ linkKey }) => linkKey))]],
  );
  const owners = new Map(rows.map((row) => [row.key, row.project_id]));
  return clicks.flatMap((click) => {
    const projectId = owners.get(click.linkKey);
    return projectId === undefined ? [] : [{ ...click, projectId }];
  });
}

const NUMBERS = STORED.filter(
  (name) => !CLICK_FIELDS[name].codes && !CLICK_FIELDS[name].dictionary,
);

/** A value that ClickHouse cannot store would hold up every later batch. */
function isStorable(each: DecodedRecord): boolean {
  const { record } = each;
  if (record.type === 'events') {
    const { events, ...batch } = record.batch;
    return events.every((event) => isStorableEvent({ ...batch, ...event }));
  }
  return clicksOf(each).every((click) => {
    const { at, linkKey, projectId } = click;
    try {
      for (const name of NUMBERS) CLICK_FIELDS[name].postgres.array([click], () => click[name]);
    } catch (error) {
      if (!isDataError(error)) throw error;
      return false;
    }
    const isKey = Number.isSafeInteger(linkKey) && linkKey >= 0;
    return at < LAST_MS && isKey && UUID_PATTERN.test(projectId);
  });
}
