import { sql, type Kysely, type Transaction } from 'kysely';
import type { Db } from '../db/Db.ts';
import type { Database } from '../db/schema.ts';
import { DAY_MS, HOUR_MS } from '../lib/time.ts';
import type { BoundedRange } from '../lib/timeRange.ts';
import type { ClickScope, RolledSource } from './ClickScope.ts';

type Span = 'hour' | 'day';
const SPAN_MS: Readonly<Record<Span, number>> = { hour: HOUR_MS, day: DAY_MS };

/** More stale pieces than this, and the rows answer alone: a statement must not grow without bounds. */
const MAX_STALE = 500;

/** What is counted in ClickHouse, as of a transaction. */
export interface ClosedSlices {
  readonly until: Date;
  stale(span: Span): readonly Date[];
}

export async function readClosedSlices(db: Db): Promise<ClosedSlices> {
  const { until } = await db.selectFrom('closed_hours').select('until').executeTakeFirstOrThrow();
  const rows = await db.selectFrom('stale_slices').select(['span', 'at']).orderBy('at').execute();
  return {
    until,
    stale: (span) => rows.filter((row) => row.span === span).map(({ at }) => at),
  };
}

/**
 * Where the numbers of a project's window come from: whole hours or days that are counted, and rows for the rest. Before `keptFrom`
 * there are no rows, and what was counted stays.
 */
export function chooseSource(
  scope: ClickScope,
  closed: ClosedSlices,
  { span, window, keptFrom }: { span: Span; window: BoundedRange; keptFrom: Date },
): RolledSource {
  const ms = SPAN_MS[span];
  const first = Math.ceil(window.from.getTime() / ms) * ms;
  const last = Math.floor(Math.min(window.to.getTime(), closed.until.getTime()) / ms) * ms;
  const stale = closed
    .stale(span)
    .filter((at) => at >= keptFrom && at.getTime() >= first && at.getTime() < last);
  if (first >= last) return { scope, rolled: undefined, stale: [], rows: [window] };
  if (stale.length > MAX_STALE) return withoutLateSlices(scope, window, keptFrom, ms);
  const rolled = { from: new Date(first), to: new Date(last) };
  const rows = [
    { from: window.from, to: rolled.from },
    { from: rolled.to, to: window.to },
    ...stale.map((at) => ({ from: at, to: new Date(at.getTime() + ms) })),
  ].filter(({ from, to }) => from < to);
  return { scope, rolled, stale, rows };
}

/** All rows that are kept, and what was counted of those that are not. */
function withoutLateSlices(
  scope: ClickScope,
  window: BoundedRange,
  keptFrom: Date,
  ms: number,
): RolledSource {
  const end = Math.floor(Math.min(window.to.getTime(), keptFrom.getTime()) / ms) * ms;
  const rolled = { from: window.from, to: new Date(end) };
  if (rolled.from >= rolled.to) return { scope, rolled: undefined, stale: [], rows: [window] };
  return { scope, rolled, stale: [], rows: [{ from: rolled.to, to: window.to }] };
}

/** A piece of time that is to be counted. */
export interface StaleSlice {
  readonly at: Date;
  readonly notes: number;
}

/** Closes the hours that are over: they are counted next, and again when something comes late. */
export async function closeHours(db: Kysely<Database>, now: Date): Promise<void> {
  const end = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ until: Date }>`
      select until from closed_hours where until < ${end} for update`.execute(trx);
    const until = rows[0]?.until;
    if (until === undefined) return;
    await sql`
      insert into stale_slices (span, at)
      select 'hour', at from generate_series(${until}::timestamptz, ${end}::timestamptz - interval '1 hour', interval '1 hour') as at
      union all
      select 'day', at from generate_series(date_trunc('day', ${until}::timestamptz, 'UTC'),
        date_trunc('day', ${end}::timestamptz, 'UTC') - interval '1 day', interval '1 day') as at
      on conflict do nothing`.execute(trx);
    await trx.updateTable('closed_hours').set({ until: end }).execute();
  });
}

/** Latest first: they are asked for most. */
export async function listStaleSlices(db: Db, span: Span): Promise<StaleSlice[]> {
  return db
    .selectFrom('stale_slices')
    .select(['at', 'notes'])
    .where('span', '=', span)
    .orderBy('at', 'desc')
    .execute();
}

/** Something that came meanwhile has raised the notes: then the slice stays stale. */
export async function noteCounted(
  trx: Transaction<Database>,
  span: Span,
  slices: readonly StaleSlice[],
): Promise<void> {
  await sql`
    delete from stale_slices using unnest(
      ${slices.map(({ at }) => at)}::timestamptz[], ${slices.map(({ notes }) => notes)}::integer[]
    ) as counted (at, notes)
    where span = ${span} and stale_slices.at = counted.at and stale_slices.notes = counted.notes`.execute(
    trx,
  );
}

/** Every piece that is closed and has clicks is to be counted again. */
export async function noteAllStale(db: Db, span: Span, times: readonly Date[]): Promise<void> {
  await sql`
    insert into stale_slices as slice (span, at)
    select ${span}, at from unnest(${times}::timestamptz[]) as at, closed_hours
    where at + make_interval(hours => ${sql.lit(SPAN_MS[span] / HOUR_MS)}) <= until
    on conflict (span, at) do update set notes = slice.notes + 1`.execute(db);
}
