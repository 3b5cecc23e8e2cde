import type { ClientBase } from 'pg';
import {
  bigints,
  booleans,
  integers,
  safeIntegers,
  smallints,
  timestamps,
  uuids,
} from '../db/binaryArrays.ts';
import { openColumnsOf, reportColumnsOf, traceColumnsOf } from '../clicks/recordColumns.ts';
import type { LoadedBatch } from '../journal/createLoader.ts';
import { type Click, CLICK_KIND, CLICK_SOURCE } from '../clicks/Click.ts';
import type { OpenedClick, PhoneReport } from '../clicks/clickRecords.ts';
import { moveTotals, refreshTopValues } from './moveTotals.ts';

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

/** What one transaction adds to the ledger. */
export interface LedgerRows {
  readonly clicks: readonly ClickRow[];
  readonly opens: readonly OpenedClick[];
  readonly reports: readonly PhoneReport[];
}

const CLICK_COLUMNS =
  'id, clicked_at, link_key, project_number, kind, source, device, os, browser, country, app, referrer, visitor';

/**
 * The position of the journal moves with what was read before it, or nothing happens. What is there already is passed over,
 * and so do the totals: they count the rows that were added. Of a link whose project is gone nothing is kept.
 */
const WRITE = `
with moved as (
  update journals set position = $3, updated_at = now(),
         loaded_until = least(now(), greatest(loaded_until, $36::timestamptz))
  where id = $1 and position = $2 and (select clicks_in from deployment) = 'postgresql' returning id
), input as (
  select row.*, projects.number as project_number
  from unnest(
    $4::uuid[], $5::timestamptz[], $6::bigint[], $7::smallint[], $8::smallint[], $9::smallint[],
    $10::smallint[], $11::smallint[], $12::smallint[], $13::smallint[], $14::int[], $15::bigint[],
    $16::boolean[]
  ) as row (id, clicked_at, link_key, kind, source, device, os, browser, country, app, referrer,
            visitor, opened)
    join links on links.key = link_key join projects on projects.id = links.project_id
  where exists (select from moved)
), added as (
  insert into clicks (${CLICK_COLUMNS}) select ${CLICK_COLUMNS} from input
  on conflict do nothing
  returning ${CLICK_COLUMNS}
), opened as (
  insert into opens (click_id, opened_at, link_key, project_number)
  select id, clicked_at, link_key, project_number from input where opened
  union all
  select click_id, opened_at, link_key, projects.number
  from unnest($17::uuid[], $18::timestamptz[], $19::bigint[]) as open (click_id, opened_at, link_key)
    join links on links.key = link_key join projects on projects.id = links.project_id
  where exists (select from moved)
  on conflict do nothing
  returning click_id, opened_at, link_key, project_number
), signalled as (
  insert into click_signals (click_id, clicked_at, link_key, project_id, address_hash, os, os_major,
                             model, language)
  select click_id, clicked_at, link_key, project_id, address_hash, os, os_major, model, language
  from unnest(
    $20::uuid[], $21::timestamptz[], $22::bigint[], $23::uuid[], $24::bigint[], $25::text[],
    $26::smallint[], $27::text[], $28::text[]
  ) as trace (click_id, clicked_at, link_key, project_id, address_hash, os, os_major, model, language)
  where click_id in (select id from added)
), forwarded as (
  insert into click_queries (click_id, query)
  select click_id, query from unnest($29::uuid[], $30::text[]) as trace (click_id, query)
  where click_id in (select id from added)
), reported as (
  insert into click_reports as known (click_id, screen, time_zone, language, touches)
  select click_id, screen, time_zone, language, touches
  from unnest($31::uuid[], $32::text[], $33::text[], $34::text[], $35::boolean[])
    as report (click_id, screen, time_zone, language, touches)
  where exists (select from moved)
  order by click_id
  on conflict (click_id) do update set
    screen = coalesce(excluded.screen, known.screen),
    time_zone = coalesce(excluded.time_zone, known.time_zone),
    language = coalesce(excluded.language, known.language),
    touches = excluded.touches or known.touches
), ${moveTotals('added', 'opened')}
select (select count(*) from moved)::integer as moved,
       coalesce((select array_agg(distinct link_key) from added_totals), '{}') as links`;

/**
 * Writes the rows with the totals they count in and moves the journal. False, and nothing has changed, where the journal
 * stands elsewhere. `client` is in a transaction.
 */
export async function writeClicks(
  client: ClientBase,
  { journalId, from, to, until }: Omit<LoadedBatch, 'records'>,
  { clicks, opens, reports }: LedgerRows,
): Promise<boolean> {
  const { rows } = await client.query<{ moved: number; links: string[] }>({
    name: 'write-clicks',
    text: WRITE,
    values: [
      journalId,
      from,
      to,
      ...columnsOf(clicks),
      ...openColumnsOf(opens),
      ...traceColumnsOf(clicks.map(({ click }) => click)),
      ...reportColumnsOf(reports),
      until,
    ],
  });
  const written = rows[0];
  if (written?.moved !== 1) return false;
  if (written.links.length > 0) await refreshTopValues(client, written.links);
  return true;
}

function columnsOf(rows: readonly ClickRow[]): Buffer[] {
  return [
    uuids(rows, (row) => row.click.id),
    timestamps(rows, (row) => row.click.at),
    safeIntegers(rows, (row) => row.click.linkKey),
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
