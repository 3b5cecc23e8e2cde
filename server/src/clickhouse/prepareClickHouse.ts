import { sql } from 'kysely';
import type { Db } from '../db/Db.ts';
import { isUnavailable } from '../db/isUnavailable.ts';
import type { ClickHouse } from './ClickHouse.ts';
import { UnsafeClickHouse } from './UnsafeClickHouse.ts';
import { createVersions, SAFE_SETTINGS, SCHEMA, TABLES } from './schema.ts';

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
  await prepareClickHouse(ch, id, { mayBeEmpty: mayChoose });
  if (mayChoose) await db.updateTable('deployment').set({ clicks_in: 'clickhouse' }).execute();
}

/** The first release that has everything the statements use. */
const MIN_VERSION = [25, 3] as const;

/**
 * Makes the tables that are missing and checks that an answered insert is durable and a repeated one harmless.
 * `installation` is this one's id: two of them must not share a database.
 */
export async function prepareClickHouse(
  ch: ClickHouse,
  installation: string,
  { mayBeEmpty }: { readonly mayBeEmpty: boolean } = { mayBeEmpty: true },
): Promise<void> {
  await checkVersion(ch);
  if (!mayBeEmpty) await assertHasTables(ch);
  await ch.run(createVersions(ch.place));
  const rows = await ch.select<{ installation: string; version: number }>(
    'SELECT toString(installation) AS installation, version FROM fairlead_schema',
  );
  if (rows.some((row) => row.installation !== installation)) {
    throw new UnsafeClickHouse(
      `The database ${ch.place.database} of CLICKS_URL belongs to another installation of Fairlead (${rows[0]?.installation}); ` +
        'name a database of its own for this one',
    );
  }
  const known = new Set(rows.map(({ version }) => version));
  for (const { version, statements } of SCHEMA) {
    if (known.has(version)) continue;
    for (const statement of statements(ch.place)) await ch.run(statement);
    await ch.run(
      'INSERT INTO fairlead_schema (installation, version) VALUES ({installation:UUID}, {version:UInt32})',
      { installation, version },
    );
  }
  await checkTables(ch);
}

async function assertHasTables(ch: ClickHouse): Promise<void> {
  const found = await ch.select(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'fairlead_schema'",
  );
  if (found.length > 0) return;
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
  const local = ch.place.cluster === undefined ? '' : '_local';
  const tables = await ch.select<{ name: string; engine: string; settings: string }>(
    `SELECT name, engine, engine_full AS settings FROM system.tables WHERE database = currentDatabase()`,
  );
  for (const { name } of TABLES) {
    const table = tables.find((each) => each.name === `${name}${local}`);
    if (table === undefined) {
      throw new UnsafeClickHouse(
        `The table ${name}${local} is missing in the database ${ch.place.database} of CLICKS_URL; ` +
          'restore it from a backup',
      );
    }
    if (ch.place.cluster === undefined) checkSettings(table);
    else checkReplicated(table);
  }
}

interface Found {
  readonly name: string;
  readonly engine: string;
  readonly settings: string;
}

function checkSettings({ name, settings }: Found): void {
  for (const [setting, safe] of Object.entries(SAFE_SETTINGS)) {
    const found = new RegExp(`\\b${setting} = (\\d+)`).exec(settings)?.[1] ?? '0';
    if (Number(found) >= Number(safe)) continue;
    throw new UnsafeClickHouse(
      `ClickHouse's table ${name} has ${setting} = ${found}, with which a crash loses clicks or counts them twice; run: ` +
        `ALTER TABLE ${name} MODIFY SETTING ${setting} = ${safe}`,
    );
  }
}

function checkReplicated({ name, engine }: Found): void {
  if (engine.startsWith('Replicated')) return;
  throw new UnsafeClickHouse(
    `ClickHouse's table ${name} is not replicated, but CLICKS_URL names a cluster; move it to a Replicated engine`,
  );
}
