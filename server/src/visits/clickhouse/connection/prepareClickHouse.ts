import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { isUnavailable } from '#platform/db/connections/isUnavailable.ts';
import type { ClickHouse } from './ClickHouse.ts';
import {
  addColumn,
  CLICKS,
  createTable,
  createVersions,
  onCluster,
  ROLL_UPS,
  SAFE_SETTINGS,
  TABLES,
  VIEWS,
  viewOf,
} from './schema.ts';
import { UnsafeClickHouse } from './UnsafeClickHouse.ts';
import { copyFormerRollUps, dropFormerTables } from './upgrade.ts';

interface Deployment {
  readonly id: string;
  /** It has no clicks yet, and so may choose where they will be. */
  readonly mayChoose: boolean;
}

/**
 * Which deployment this is, once it is certain that its clicks are in no other store: a server that looked elsewhere would show
 * nothing of them.
 */
export async function assertClicksIn(
  db: Db,
  store: 'postgresql' | 'clickhouse',
): Promise<Deployment> {
  const { rows } = await sql<{ id: string; clicks_in: string; has_clicks: boolean }>`
    select id, clicks_in, exists (select from clicks) as has_clicks from deployment`.execute(db);
  const { id, clicks_in: found, has_clicks: hasClicks } = rows[0]!;
  if (found === store) return { id, mayChoose: false };
  if (store === 'postgresql') {
    throw new UnsafeClickHouse(
      'The clicks of this deployment are in ClickHouse; set CLICKS_URL to its database',
    );
  }
  if (hasClicks) {
    throw new UnsafeClickHouse(
      'CLICKS_URL is set, but the clicks of this deployment are in PostgreSQL; stop the servers and run: fairlead clicks move',
    );
  }
  return { id, mayChoose: true };
}

/**
 * Makes sure that ClickHouse has the clicks of this deployment, or will have those of a new one. That the clicks are there is noted
 * once the tables are: whoever has the note and finds no tables has been led to the wrong database.
 */
export async function prepareForClicks(ch: ClickHouse, db: Db): Promise<void> {
  const { id, mayChoose } = await assertClicksIn(db, 'clickhouse');
  if (!mayChoose) await assertHasTables(ch);
  await prepareClickHouse(ch, db, id);
  if (mayChoose) await db.updateTable('deployment').set({ clicks_in: 'clickhouse' }).execute();
}

/** The first release that has everything the statements use. */
const MIN_VERSION = [25, 3] as const;
/** 1 rolled up by a job of the server. */
const SCHEMA_VERSION = 2;

/**
 * Makes what is missing and checks that an answered insert is durable and a repeated one harmless. `installation` is this one's id:
 * two of them must not share a database.
 */
export async function prepareClickHouse(
  ch: ClickHouse,
  db: Db,
  installation: string,
): Promise<void> {
  const { place } = ch;
  await checkVersion(ch);
  await ch.run(createVersions(place));
  const known = await ch.select<{ installation: string; version: number }>(
    'SELECT toString(installation) AS installation, version FROM fairlead_schema',
  );
  if (known.some((row) => row.installation !== installation)) {
    throw new UnsafeClickHouse(
      `The database ${place.database} of CLICKS_URL belongs to another installation of Fairlead (${known[0]?.installation}); ` +
        'name a database of its own for this one',
    );
  }
  const isNew = known.length === 0;
  const isCurrent = known.some(({ version }) => version === SCHEMA_VERSION);
  for (const table of isCurrent ? [] : isNew ? TABLES : [ROLL_UPS]) {
    for (const statement of createTable(table, place)) await ch.run(statement);
  }
  await checkTables(ch);
  await addColumns(ch);
  const tables = await listTables(ch);
  if (!isCurrent) await copyFormerRollUps(ch, tables);
  await prepareView(ch, db, tables);
  if (isCurrent) return;
  await dropFormerTables(ch);
  await ch.run(
    'INSERT INTO fairlead_schema (installation, version) VALUES ({installation:UUID}, {version:UInt32})',
    { installation, version: SCHEMA_VERSION },
  );
}

async function listTables(ch: ClickHouse): Promise<Set<string>> {
  const rows = await ch.select<{ name: string }>(
    'SELECT name FROM system.tables WHERE database = currentDatabase()',
  );
  return new Set(rows.map(({ name }) => name));
}

/** Fields that clicks have got since the table was made. */
async function addColumns(ch: ClickHouse): Promise<void> {
  const found = await ch.select<{ name: string }>(
    "SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'clicks'",
  );
  const names = new Set(found.map(({ name }) => name));
  for (const [name, type] of CLICKS.columns) {
    if (names.has(name)) continue;
    for (const statement of addColumn(name, type, ch.place)) await ch.run(statement);
  }
}

/** Of another view's roll-ups, and of none, questions go to the rows until everything is rolled up again. */
async function prepareView(ch: ClickHouse, db: Db, tables: ReadonlySet<string>): Promise<void> {
  const view = viewOf(ch.place);
  const others = [...tables].filter((name) => name.startsWith(VIEWS) && name !== view.name);
  if (tables.has(view.name) && others.length === 0) return;
  const [stored] = await ch.select<{ any: number }>('SELECT 1 AS any FROM clicks LIMIT 1');
  if (stored !== undefined) await db.updateTable('deployment').set({ recount: true }).execute();
  for (const name of others) {
    await ch.run(`DROP VIEW IF EXISTS ${name}${onCluster(ch.place.cluster)}`);
  }
  await ch.run(view.create);
}

async function assertHasTables(ch: ClickHouse): Promise<void> {
  await checkVersion(ch);
  if ((await listTables(ch)).has('fairlead_schema')) return;
  throw new UnsafeClickHouse(
    `The database ${ch.place.database} of CLICKS_URL has no tables of Fairlead, but the clicks of this deployment are in ClickHouse; ` +
      "correct CLICKS_URL, or restore ClickHouse's backup. To start over without these clicks: fairlead clicks forget",
  );
}

async function checkVersion(ch: ClickHouse): Promise<void> {
  const [row] = await ch
    .select<{ version: string }>('SELECT version() AS version')
    .catch((error: unknown) => {
      if (isUnavailable(error)) throw error;
      const { message } = error as Error;
      throw new UnsafeClickHouse(
        `ClickHouse refuses CLICKS_URL; check its user, password and database: ${message}`,
        { cause: error },
      );
    });
  const [major = 0, minor = 0] = (row?.version ?? '').split('.').map(Number);
  const [leastMajor, leastMinor] = MIN_VERSION;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  throw new UnsafeClickHouse(
    `ClickHouse ${row?.version} of CLICKS_URL is too old; ${MIN_VERSION.join('.')} or later is needed`,
  );
}

/** On one server; with replicas a quorum of every insert keeps what one of them loses. */
async function checkTables(ch: ClickHouse): Promise<void> {
  const { cluster, database } = ch.place;
  const local = cluster === undefined ? '' : '_local';
  const tables = await ch.select<{ name: string; engine: string; settings: string }>(
    `SELECT name, engine, engine_full AS settings FROM system.tables WHERE database = currentDatabase()`,
  );
  for (const wanted of TABLES) {
    const name = `${wanted.name}${local}`;
    const table = tables.find((each) => each.name === name);
    if (table === undefined) {
      throw new UnsafeClickHouse(
        `The table ${name} is missing in the database ${database} of CLICKS_URL; restore it from a backup`,
      );
    }
    if (cluster === undefined) checkSettings(name, table.settings);
    else if (!table.engine.startsWith('Replicated')) {
      throw new UnsafeClickHouse(
        `ClickHouse's table ${name} is not replicated, but CLICKS_URL names a cluster; move it to a Replicated engine`,
      );
    }
  }
}

function checkSettings(name: string, settings: string): void {
  for (const [setting, safe] of Object.entries(SAFE_SETTINGS)) {
    const found = new RegExp(`\\b${setting} = (\\d+)`).exec(settings)?.[1] ?? '0';
    if (Number(found) >= safe) continue;
    throw new UnsafeClickHouse(
      `ClickHouse's table ${name} has ${setting} = ${found}, with which a crash loses clicks or counts them twice; run: ` +
        `ALTER TABLE ${name} MODIFY SETTING ${setting} = ${safe}`,
    );
  }
}
