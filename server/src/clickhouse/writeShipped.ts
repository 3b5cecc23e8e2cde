import type { ClientBase } from 'pg';
import { safeIntegers, smallints, timestamps } from '../db/binaryArrays.ts';
import type { Click } from '../clicks/Click.ts';
import { CLICK_KIND } from '../clicks/Click.ts';
import type { OpenedClick, PhoneReport } from '../clicks/clickRecords.ts';
import { openColumnsOf, reportColumnsOf, traceColumnsOf } from '../clicks/recordColumns.ts';
import type { LoadedBatch } from '../journal/createLoader.ts';
import { DAY_MS, HOUR_MS } from '../lib/time.ts';

/** What a batch adds to PostgreSQL once its clicks are in ClickHouse. */
export interface ShippedRows {
  /** Clicks that no other journal has brought. */
  readonly clicks: readonly Click[];
  readonly opens: readonly OpenedClick[];
  readonly reports: readonly PhoneReport[];
}

/**
 * The position moves with what was read before it, or nothing happens. Lifetime numbers count the clicks and the opens that are
 * new; hours and days that are closed become stale.
 */
const WRITE = `
with moved as (
  update journals set position = $3, shipping_to = null, updated_at = now(),
         loaded_until = least(now(), greatest(loaded_until, $4::timestamptz))
  where id = $1 and position = $2 and (select clicks_in from deployment) = 'clickhouse' returning id
), known as (
  select links.key as link_key, projects.number as project_number, projects.id as project_id
  from links join projects on projects.id = links.project_id
  where links.key = any($6::bigint[] || $9::bigint[]) and exists (select from moved)
), opened as (
  insert into opens (click_id, opened_at, link_key, project_number)
  select click_id, opened_at, link_key, project_number
  from unnest($7::uuid[], $8::timestamptz[], $9::bigint[]) as open (click_id, opened_at, link_key)
    join known using (link_key)
  on conflict do nothing
  returning opened_at, link_key
), counted as (
  insert into link_counters as counter (project_number, link_key, clicks, previews, bots, opens, last_clicked_at)
  select project_number, link_key, count(*) filter (where kind = 1), count(*) filter (where kind = 2),
         count(*) filter (where kind = 3), count(*) filter (where kind = 0),
         max(clicked_at) filter (where kind = 1)
  from (
    select link_key, kind, clicked_at
    from unnest($6::bigint[], $10::smallint[], $5::timestamptz[]) as click (link_key, kind, clicked_at)
    union all
    select link_key, 0, null from opened
  ) as facts join known using (link_key)
  group by project_number, link_key
  order by link_key
  on conflict (link_key) do update set
    clicks = counter.clicks + excluded.clicks,
    previews = counter.previews + excluded.previews,
    bots = counter.bots + excluded.bots,
    opens = counter.opens + excluded.opens,
    last_clicked_at = greatest(counter.last_clicked_at, excluded.last_clicked_at)
), timed as (
  insert into project_times as total (project_id, span, at, opens, clicks, previews, bots)
  select project_id, span, date_bin(make_interval(mins => span), opened_at, 'epoch'), count(*), 0, 0, 0
  from opened join known using (link_key), unnest('{60,30,15}'::smallint[]) as span
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict on constraint project_times_pkey do update set opens = total.opens + excluded.opens
), signalled as (
  insert into click_signals (click_id, clicked_at, link_key, project_id, address_hash, os, os_major,
                             model, language)
  select click_id, clicked_at, link_key, known.project_id, address_hash, os, os_major, model, language
  from unnest(
    $11::uuid[], $12::timestamptz[], $13::bigint[], $14::uuid[], $15::bigint[], $16::text[],
    $17::smallint[], $18::text[], $19::text[]
  ) as trace (click_id, clicked_at, link_key, given, address_hash, os, os_major, model, language)
    join known using (link_key)
  on conflict do nothing
), forwarded as (
  insert into click_queries (click_id, query)
  select click_id, query from unnest($20::uuid[], $21::text[]) as trace (click_id, query)
  where exists (select from moved)
  on conflict do nothing
), reported as (
  insert into click_reports as known (click_id, screen, time_zone, language, touches)
  select click_id, screen, time_zone, language, touches
  from unnest($22::uuid[], $23::text[], $24::text[], $25::text[], $26::boolean[])
    as report (click_id, screen, time_zone, language, touches)
  where exists (select from moved)
  order by click_id
  on conflict (click_id) do update set
    screen = coalesce(excluded.screen, known.screen),
    time_zone = coalesce(excluded.time_zone, known.time_zone),
    language = coalesce(excluded.language, known.language),
    touches = excluded.touches or known.touches
), noted as (
  insert into stale_slices as slice (span, at)
  select span, at
  from unnest($27::text[], $28::timestamptz[], $29::timestamptz[]) as late (span, at, ends_at)
  where ends_at <= $30 and exists (select from moved)
  order by span, at
  on conflict (span, at) do update set notes = slice.notes + 1
)
select (select count(*) from moved)::integer as moved`;

/**
 * Writes what the batch adds to PostgreSQL and moves the journal. False, and nothing has changed, where it stands elsewhere.
 * `client` is in a transaction.
 */
export async function writeShipped(
  client: ClientBase,
  { journalId, from, to, until }: Omit<LoadedBatch, 'records'>,
  { clicks, opens, reports }: ShippedRows,
): Promise<boolean> {
  // Held until the end, so that nobody closes an hour between this look and the note that it is stale.
  const closed = await client.query<{ until: Date }>('select until from closed_hours for share');
  const slices = slicesOf(clicks);
  const opened = clicks.filter((click) => click.opened);
  const { rows } = await client.query<{ moved: number }>({
    name: 'write-shipped',
    text: WRITE,
    values: [
      journalId,
      from,
      to,
      until,
      timestamps(clicks, (click) => click.at),
      safeIntegers(clicks, (click) => click.linkKey),
      ...openColumnsOf([
        ...opened.map(({ id, at, linkKey }) => ({ clickId: id, at, linkKey })),
        ...opens,
      ]),
      smallints(clicks, (click) => CLICK_KIND[click.kind]),
      ...traceColumnsOf(clicks),
      ...reportColumnsOf(reports),
      slices.map(({ span }) => span),
      timestamps(slices, ({ at }) => at),
      timestamps(slices, ({ endsAt }) => endsAt),
      closed.rows[0]?.until,
    ],
  });
  return rows[0]?.moved === 1;
}

interface Slice {
  readonly span: 'hour' | 'day';
  readonly at: number;
  readonly endsAt: number;
}

/** The hours and days that have one of the clicks. */
function slicesOf(clicks: readonly Click[]): Slice[] {
  const slices = (span: Slice['span'], ms: number) =>
    [...new Set(clicks.map(({ at }) => Math.floor(at / ms) * ms))].map((at): Slice => {
      return { span, at, endsAt: at + ms };
    });
  return [...slices('hour', HOUR_MS), ...slices('day', DAY_MS)];
}
