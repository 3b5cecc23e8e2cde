import type { Pool } from 'pg';
import { bigints, booleans, integers, smallints, timestamps, uuids } from '../db/binaryArrays.ts';
import { CLICK_KIND, CLICK_SOURCE, type Click } from './Click.ts';
import { leavesTrace, traceColumnsOf, WRITE_TRACES } from './clickTraces.ts';

/** A click whose words have become codes: a row of the ledger. */
export interface ClickRow {
  readonly click: Click;
  readonly device: number | null;
  readonly os: number | null;
  readonly browser: number | null;
  readonly country: number | null;
  readonly app: number | null;
  readonly referrer: number | null;
}

/**
 * One statement, so one transaction: rows, opens and the per-link totals of what was really added.
 * Totals are locked in the order of their links; two writers can wait for each other but not in a ring.
 */
const write = (onRepetition: '' | 'on conflict do nothing', traces = '') => `
with input as (
  select id, clicked_at, link_key, kind, source, device, os, browser,
         country, app, referrer, visitor, opened
  from unnest(
    $1::uuid[], $2::timestamptz[], $3::int[], $4::smallint[], $5::smallint[], $6::smallint[],
    $7::smallint[], $8::smallint[], $9::smallint[], $10::smallint[], $11::int[], $12::bigint[],
    $13::boolean[]
  ) as row (id, clicked_at, link_key, kind, source, device, os, browser, country, app, referrer,
            visitor, opened)
), added as (
  insert into clicks (id, clicked_at, link_key, kind, source, device, os, browser, country, app,
                      referrer, visitor)
  select id, clicked_at, link_key, kind, source, device, os, browser, country, app, referrer, visitor
  from input
  ${onRepetition}
  returning link_key, kind, clicked_at
), opened as (
  insert into opens (click_id, opened_at, link_key)
  select id, clicked_at, link_key from input where opened
  ${onRepetition}
  returning link_key
), ${traces}totals as (
  select link_key,
         count(*) filter (where kind = ${CLICK_KIND.click}) as clicks,
         count(*) filter (where kind = ${CLICK_KIND.preview}) as previews,
         count(*) filter (where kind = ${CLICK_KIND.bot}) as bots,
         count(*) filter (where kind = 0) as opens,
         max(clicked_at) filter (where kind = ${CLICK_KIND.click}) as last_clicked_at
  from (
    select link_key, kind, clicked_at from added
    union all
    select link_key, 0::smallint, null from opened
  ) as facts
  group by link_key
)
insert into link_counters as counter
  (link_key, clicks, previews, bots, opens, last_clicked_at)
select link_key, clicks, previews, bots, opens, last_clicked_at from totals order by link_key
on conflict (link_key) do update set
  clicks = counter.clicks + excluded.clicks,
  previews = counter.previews + excluded.previews,
  bots = counter.bots + excluded.bots,
  opens = counter.opens + excluded.opens,
  last_clicked_at = greatest(counter.last_clicked_at, excluded.last_clicked_at)`;

/** New ids meet nothing in the table, and looking for it costs a tenth of the write. */
const FIRST = { name: 'write-clicks', text: write('') };
const AGAIN = { name: 'repeat-clicks', text: write('on conflict do nothing') };
const FIRST_TRACED = { name: 'write-traced-clicks', text: write('', WRITE_TRACES) };
const AGAIN_TRACED = {
  name: 'repeat-traced-clicks',
  text: write('on conflict do nothing', WRITE_TRACES),
};

/**
 * Writes a batch in one transaction. `repeated` says that some of it may be there already, and adds
 * only what is not; without it, a row that is there fails the batch (SQLSTATE 23505).
 */
export async function writeClicks(
  pool: Pool,
  rows: readonly ClickRow[],
  { repeated }: { readonly repeated: boolean },
): Promise<void> {
  if (!rows.some(({ click }) => leavesTrace(click))) {
    await pool.query({ ...(repeated ? AGAIN : FIRST), values: columnsOf(rows) });
    return;
  }
  const traces = traceColumnsOf(rows.map(({ click }) => click));
  const values = [...columnsOf(rows), ...traces];
  await pool.query({ ...(repeated ? AGAIN_TRACED : FIRST_TRACED), values });
}

function columnsOf(rows: readonly ClickRow[]): Buffer[] {
  return [
    uuids(rows, (row) => row.click.id),
    timestamps(rows, (row) => row.click.at),
    integers(rows, (row) => row.click.linkKey),
    smallints(rows, (row) => CLICK_KIND[row.click.kind]),
    smallints(rows, (row) => CLICK_SOURCE[row.click.source]),
    smallints(rows, (row) => row.device),
    smallints(rows, (row) => row.os),
    smallints(rows, (row) => row.browser),
    smallints(rows, (row) => row.country),
    smallints(rows, (row) => row.app),
    integers(rows, (row) => row.referrer),
    bigints(rows, (row) => row.click.visitor),
    booleans(rows, (row) => row.click.opened),
  ];
}
