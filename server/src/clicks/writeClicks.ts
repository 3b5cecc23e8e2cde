import type { ClientBase } from 'pg';
import { bigints, booleans, integers, smallints, timestamps, uuids } from '../db/binaryArrays.ts';
import { CLICK_KIND, CLICK_SOURCE, type Click } from './Click.ts';
import { leavesTrace, traceColumnsOf, writeTraces } from './clickTraces.ts';

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

const INPUT = `input as (
  select id, clicked_at, link_key, kind, source, device, os, browser, country, app, referrer,
         visitor, opened
  from unnest(
    $1::uuid[], $2::timestamptz[], $3::int[], $4::smallint[], $5::smallint[], $6::smallint[],
    $7::smallint[], $8::smallint[], $9::smallint[], $10::smallint[], $11::int[], $12::bigint[],
    $13::boolean[]
  ) as row (id, clicked_at, link_key, kind, source, device, os, browser, country, app, referrer,
            visitor, opened)
)`;
const CLICK_COLUMNS =
  'id, clicked_at, link_key, kind, source, device, os, browser, country, app, referrer, visitor';

/** What else a batch writes beside its clicks; what none of them needs is not in its statement. */
interface Extras {
  readonly opens: boolean;
  readonly traces: boolean;
}

/**
 * One statement, so one transaction, and nothing in it but rows: totals are merged in the background
 * (ADR 7). New ids meet nothing in the table, and what is below the seal fails the batch.
 */
const writeFirst = ({ opens, traces }: Extras) => `
with ${INPUT}, added as (
  insert into clicks (${CLICK_COLUMNS}) select ${CLICK_COLUMNS} from input
), ${
  opens
    ? `opened as (
  insert into opens (click_id, opened_at, link_key)
  select id, clicked_at, link_key from input where opened
), `
    : ''
}${traces ? writeTraces('') : ''}timely as materialized (
  select require_above_seal((select min(at) from unnest($2::timestamptz[]) as at))
)
select from timely`;

/** Adds what is not there yet, and notes as late what the merge of totals has gone past. */
const writeAgain = ({ traces }: Extras) => `
with ${INPUT}, seal as materialized (
  select sealed_click_id() as id
), added as (
  insert into clicks (${CLICK_COLUMNS}) select ${CLICK_COLUMNS} from input
  on conflict do nothing
  returning ${CLICK_COLUMNS}
), late as (
  insert into late_clicks (${CLICK_COLUMNS}) select added.* from added, seal where added.id < seal.id
), opened as (
  insert into opens (click_id, opened_at, link_key)
  select id, clicked_at, link_key from input where opened
  on conflict do nothing
  returning click_id, opened_at, link_key
), ${traces ? writeTraces('on conflict do nothing') : ''}late_opened as (
  insert into late_opens (click_id, opened_at, link_key)
  select opened.* from opened, seal where click_id < seal.id
)
select from seal`;

/** Statements by name; PostgreSQL plans each name once a connection. */
const statements = new Map<string, string>();

function statementOf(extras: Extras, repeated: boolean) {
  const parts = [extras.opens && 'opens', extras.traces && 'traces', repeated && 'again'];
  const name = ['write-clicks', ...parts.filter((part) => part !== false)].join('-');
  const text = statements.get(name) ?? (repeated ? writeAgain : writeFirst)(extras);
  statements.set(name, text);
  return { name, text };
}

/**
 * Writes a batch in one transaction. `repeated` says that some of it may be there already or late;
 * without it, such a row fails the batch (SQLSTATE class 23), and the caller repeats it.
 */
export async function writeClicks(
  db: ClientBase,
  rows: readonly ClickRow[],
  { repeated }: { readonly repeated: boolean },
): Promise<void> {
  const traces = rows.some(({ click }) => leavesTrace(click));
  const opens = rows.some(({ click }) => click.opened);
  const values: unknown[] = columnsOf(rows);
  if (traces) values.push(...traceColumnsOf(rows.map(({ click }) => click)));
  await db.query({ ...statementOf({ opens, traces }, repeated), values });
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
