import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { isUnavailable } from '#platform/db/connections/isUnavailable.ts';
import type { ClickHouse, ClickHousePlace } from './ClickHouse.ts';
import {
  addColumn,
  CLICKS,
  createTable,
  EVENTS,
  localName,
  onCluster,
  ownerComment,
  SAFE_SETTINGS,
  TABLES,
  VIEWS,
  viewOf,
} from './schema.ts';
import { mutate } from './mutate.ts';
import { ofProject, uuidLiteral } from './sqlText.ts';

/** Why a server does not start with this ClickHouse, or without it, and what to do about it. */
class UnsafeClickHouse extends Error {
  override readonly name = 'UnsafeClickHouse';
}

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
  const deployment = await assertClicksIn(db, 'clickhouse');
  await prepareClickHouse(ch, db, deployment);
  if (deployment.mayChoose) {
    await db.updateTable('deployment').set({ clicks_in: 'clickhouse' }).execute();
  }
}

/** The first release that has everything the statements use. */
const MIN_VERSION = [25, 3] as const;

/**
 * Makes what is missing and checks that an answered insert is durable and a repeated one harmless. Two installations must not share
 * a database.
 */
export async function prepareClickHouse(
  ch: ClickHouse,
  db: Db,
  { id, mayChoose }: Deployment,
): Promise<void> {
  const { place } = ch;
  await checkVersion(ch);
  if (!(await listTables(ch)).has(CLICKS.name)) {
    if (!mayChoose) {
      throw new UnsafeClickHouse(
        `The database ${place.database} of CLICKS_URL has no tables of Fairlead, but the clicks of this deployment are in ClickHouse; ` +
          "correct CLICKS_URL, or restore ClickHouse's backup. To start over without these clicks: fairlead clicks forget",
      );
    }
    const statements = TABLES.flatMap((table) => createTable(table, place, id));
    for (const statement of statements) await ch.run(statement);
  }
  let tables = await listTables(ch);
  if (tables.has('fairlead_schema')) {
    throw new UnsafeClickHouse(
      `The tables in the database ${place.database} of CLICKS_URL were made by an unreleased build, whose storage this one does not read; ` +
        'name an empty database, and give up its clicks with: fairlead clicks forget',
    );
  }
  const owner = tables.get(CLICKS.name)?.comment;
  if (owner !== ownerComment(id)) {
    throw new UnsafeClickHouse(
      `The database ${place.database} of CLICKS_URL belongs to another installation of Fairlead (${owner}); ` +
        'name a database of its own for this one',
    );
  }
  if (!tables.has(EVENTS.name)) {
    // The release before had events in PostgreSQL.
    for (const statement of createTable(EVENTS, place, id)) await ch.run(statement);
    tables = await listTables(ch);
  }
  checkTables(tables, place);
  for (const table of [EVENTS, CLICKS]) {
    const added = await addColumns(ch, table);
    if (table === EVENTS && added.includes('said_by')) await nameCustomSources(ch, db);
  }
  await prepareView(ch, db, tables);
}

interface FoundTable {
  readonly name: string;
  readonly engine: string;
  readonly settings: string;
  readonly comment: string;
}
type FoundTables = ReadonlyMap<string, FoundTable>;

async function listTables(ch: ClickHouse): Promise<FoundTables> {
  const rows = await ch.select<FoundTable>(
    'SELECT name, engine, engine_full AS settings, comment FROM system.tables WHERE database = currentDatabase()',
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** Fields that its rows have got since the table was made; their names. */
async function addColumns(ch: ClickHouse, table: typeof CLICKS): Promise<string[]> {
  const found = await ch.select<{ name: string }>(
    `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = '${table.name}'`,
  );
  const names = new Set(found.map(({ name }) => name));
  const missing = table.columns.filter(([name]) => !names.has(name));
  const statements = missing.flatMap((column) => addColumn(table, column, ch.place));
  for (const statement of statements) await ch.run(statement);
  return missing.map(([name]) => name);
}

/** Of events that the release before stored: ids of custom sources begin with the source, as migration 0570 reads them in PostgreSQL. */
async function nameCustomSources(ch: ClickHouse, db: Db): Promise<void> {
  const sources = await db
    .selectFrom('event_sources')
    .select(['id', 'project_id'])
    .where('kind', '=', 'custom')
    .execute();
  for (const { id, project_id: projectId } of sources) {
    const change = `UPDATE said_by = 'custom', source_id = ${uuidLiteral(id)}`;
    const which = `${ofProject(projectId)} AND NOT from_app AND startsWith(event_id, '${id}:')`;
    await mutate(ch, EVENTS.name, `${change} WHERE ${which}`);
  }
}

/** Of another view's roll-ups, and of none, questions go to the rows until everything is rolled up again. */
async function prepareView(ch: ClickHouse, db: Db, tables: FoundTables): Promise<void> {
  const view = viewOf(ch.place);
  const others = [...tables.keys()].filter((name) => name.startsWith(VIEWS) && name !== view.name);
  if (tables.has(view.name) && others.length === 0) return;
  const [stored] = await ch.select<{ any: number }>('SELECT 1 AS any FROM clicks LIMIT 1');
  if (stored !== undefined) await db.updateTable('deployment').set({ recount: true }).execute();
  for (const name of others) await ch.run(`DROP VIEW IF EXISTS ${name}${onCluster(ch.place)}`);
  await ch.run(view.create);
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
function checkTables(tables: FoundTables, place: ClickHousePlace): void {
  for (const wanted of TABLES) {
    const name = localName(wanted.name, place);
    const table = tables.get(name);
    if (table === undefined) {
      throw new UnsafeClickHouse(
        `The table ${name} is missing in the database ${place.database} of CLICKS_URL; restore it from a backup`,
      );
    }
    if (place.cluster === undefined) checkSettings(table);
    else if (!table.engine.startsWith('Replicated')) {
      throw new UnsafeClickHouse(
        `ClickHouse's table ${name} is not replicated, but CLICKS_URL names a cluster; move it to a Replicated engine`,
      );
    }
  }
}

function checkSettings({ name, settings }: FoundTable): void {
  for (const [setting, safe] of Object.entries(SAFE_SETTINGS)) {
    const found = new RegExp(`\\b${setting} = (\\d+)`).exec(settings)?.[1] ?? '0';
    if (Number(found) >= safe) continue;
    throw new UnsafeClickHouse(
      `ClickHouse's table ${name} has ${setting} = ${found}, with which a crash loses clicks or counts them twice; run: ` +
        `ALTER TABLE ${name} MODIFY SETTING ${setting} = ${safe}`,
    );
  }
}
