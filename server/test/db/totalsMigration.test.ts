import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql, type Kysely } from 'kysely';
import { rebuildTotals } from '../../src/postgresClicks/rebuildTotals.ts';
import { connect } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import type { Database } from '../../src/db/schema.ts';
import { lowestIdAt, newId } from '../../src/lib/uuid.ts';
import { makeEmptyDatabase } from '../support/database.ts';
import { silentLog } from '../support/silentLog.ts';

const DAY = 24 * 3600 * 1000;
/** What was merged before the migration came. */
const MERGED = Date.UTC(2026, 4, 20, 10, 20);
const TOTALS = ['link_counters', 'link_totals', 'link_tops', 'project_rollups', 'project_times'];

test('migration 0131 adds unmerged and late clicks to the totals once', async () => {
  const connectionString = await makeEmptyDatabase();
  await migrate({ connectionString, log: silentLog, upTo: 130 });
  // Temporary tables are of one connection.
  await using connection = connect({ connectionString, log: silentLog, max: 1 });
  const { db } = connection;
  await sow(db);
  const [added] = await migrate({ connectionString, log: silentLog });
  assert.match(added ?? '', /^0131/);
  const before = await readTotals(db);
  assert.equal(before['link_counters']?.length, 2);
  // All days are stale or open: only what the migration moved is compared.
  const rebuilt = await rebuildTotals(db);
  assert.deepEqual(rebuilt, { clicks: 600, corrected: 0 });
  assert.deepEqual(await readTotals(db), before);
});

async function readTotals(db: Kysely<Database>): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of TOTALS) {
    const { rows } = await sql<{ row: string }>`
      select row_to_json(each)::text as row from ${sql.table(table)} as each
      ${table === 'project_rollups' ? sql`where dimension <> 8` : sql``} order by 1`.execute(db);
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

/** 600 clicks over three days around the watermark; some below it are late, and all others below it are merged. */
async function sow(db: Kysely<Database>): Promise<void> {
  const [project, domain] = [newId(), newId()];
  await sql`insert into projects (id, name, plan) values (${project}, 'Old', 'business')`.execute(
    db,
  );
  await sql`insert into domains (id, project_id, host, verification_token)
    values (${domain}, ${project}, 'old.test', 'x')`.execute(db);
  await sql`insert into links (id, project_id, domain_id, slug, type)
    select gen_random_uuid(), ${project}, ${domain}, slug, 'unified'
    from unnest(array['a', 'b']) as slug`.execute(db);
  await sql`insert into click_terms (dimension, term)
    values ('os', 'iOS'), ('os', 'Android'), ('device', 'mobile'), ('country', 'PT')`.execute(db);
  await sql`
    insert into clicks (id, clicked_at, link_key, kind, source, os, device, country, visitor)
    select (lpad(to_hex(at), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
           to_timestamp(at / 1000.0), (select min(key) from links) + n % 2, 1 + n % 7 % 3, n % 2,
           (select min(code) from click_terms) + n % 3 % 2, nullif(n % 4, 0), nullif(n % 5, 0), n
    from (
      select n, (${MERGED - 2 * DAY}::bigint + n * ${(3 * DAY) / 600}::bigint) as at
      from generate_series(0, 599) as n
    ) as times`.execute(db);
  await sql`insert into opens (click_id, opened_at, link_key)
    select id, clicked_at + interval '20 minutes', link_key from clicks where visitor % 5 = 0`.execute(
    db,
  );
  const columns = sql`id, clicked_at, link_key, kind, source, device, os, browser, country, app, referrer, visitor`;
  await sql`insert into late_clicks select ${columns} from clicks where visitor % 10 = 3`.execute(
    db,
  );
  await sql`insert into late_opens select click_id, opened_at, link_key from opens
    where click_id in (select id from clicks where visitor % 20 = 5)`.execute(db);
  await moveWhatIsMerged(db);
  const merged = lowestIdAt(MERGED);
  await sql`update click_merge set merged = ${merged}::uuid, sealed = ${merged}::uuid,
    merged_at = ${new Date(MERGED)}, sealed_at = ${new Date(MERGED)},
    visitors_from = ${new Date(Date.UTC(2026, 4, 20))}`.execute(db);
}

/** As the merge of before left the totals. */
async function moveWhatIsMerged(db: Kysely<Database>): Promise<void> {
  const merged = sql`id < ${lowestIdAt(MERGED)}::uuid`;
  await sql`create temporary table old_clicks as
    select clicks.*, date_trunc('hour', clicked_at, 'UTC') as hour from clicks
    where ${merged} and id not in (select id from late_clicks)`.execute(db);
  await sql`create temporary table old_opens as
    select link_key, opened_at from opens
    where click_id < ${lowestIdAt(MERGED)}::uuid and click_id not in (select click_id from late_opens)`.execute(
    db,
  );
  await sql`insert into link_counters (link_key, clicks, previews, bots, opens, last_clicked_at)
    select link_key, count(*) filter (where kind = 1), count(*) filter (where kind = 2),
           count(*) filter (where kind = 3),
           (select count(*) from old_opens where old_opens.link_key = old_clicks.link_key),
           max(clicked_at) filter (where kind = 1)
    from old_clicks group by link_key`.execute(db);
  await sql`insert into link_totals (link_key, dimension, code, clicks)
    select link_key, dimension, code, count(*) from old_clicks
      cross join lateral (values (1, device), (2, os), (4, country)) as word (dimension, code)
    where kind = 1 and code is not null group by 1, 2, 3`.execute(db);
  await sql`insert into project_rollups (project_id, dimension, span, at, code, clicks)
    select (select id from projects), dimension, span, date_trunc(unit, hour, 'UTC'), coalesce(code, 0), count(*)
    from old_clicks cross join lateral (
        values (1, 1, device), (1, 2, os), (1, 3, null), (1, 4, country), (1, 5, null), (1, 6, null),
               (1, 7, source), (2, 9, null)
      ) as word (of_kind, dimension, code)
      cross join (values (60, 'hour'), (1440, 'day'), (0, 'month')) as spans (span, unit)
    where kind = of_kind group by 1, 2, 3, 4, 5`.execute(db);
  await sql`insert into project_times (project_id, span, at, opens, clicks, previews, bots)
    select (select id from projects), span, date_bin(make_interval(mins => span), at, 'epoch'),
           count(*) filter (where kind = 0), count(*) filter (where kind = 1),
           count(*) filter (where kind = 2), count(*) filter (where kind = 3)
    from (
      select clicked_at as at, kind from old_clicks union all select opened_at, 0 from old_opens
    ) as facts cross join unnest(array[15, 30, 60]) as span group by 1, 2, 3`.execute(db);
}
