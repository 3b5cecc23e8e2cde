import { createHash, randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { connect } from '#platform/db/connections/connect.ts';
import type { Connection } from '#platform/db/connections/connect.ts';
import { migrate } from '#platform/db/migrations/migrate.ts';
import { endings, shareInProcess } from './run/endings.ts';
import { startTestServer } from './startTestServer.ts';
import { silentLog } from './silentLog.ts';
import { until } from './until.ts';

/** A migrated database of this process, shared by all its tests. */
export type TestDatabase = Connection & { readonly connectionString: string };

const PREFIX = 'fairlead_test_';
const MIGRATIONS = join(import.meta.dirname, '../../migrations');

/**
 * The database of this test process, made at the first call and dropped after its last test. The
 * server is that of `npm test`, or one of this process's own when a file is run by itself.
 */
export const useDatabase = shareInProcess(openDatabase);

/** An empty database for a test that needs the schema to itself; dropped with its file. */
export async function makeEmptyDatabase(): Promise<string> {
  const { connectionString } = await useServer();
  const name = await createDatabase(connectionString);
  return withDatabase(connectionString, name);
}

/** A migrated database for a test that needs its rows to itself; dropped with its file. */
export async function makeMigratedDatabase(): Promise<string> {
  const { connectionString } = await useServer();
  const name = await createDatabase(connectionString, await ensureTemplate(connectionString));
  return withDatabase(connectionString, name);
}

async function openDatabase(): Promise<TestDatabase> {
  const { connectionString: server } = await useServer();
  const template = await ensureTemplate(server);
  const name = await createDatabase(server, template);
  const connectionString = withDatabase(server, name);
  const connection = connect({ connectionString, log: silentLog, max: 10, name: 'test' });
  endings.use(connection);
  return Object.assign(connection, { connectionString });
}

const useServer = shareInProcess(async () => {
  const running = process.env['FAIRLEAD_TEST_SERVER'] ?? process.env['TEST_DATABASE_URL'];
  return endings.use(await startTestServer(running));
});

// Named after the migrations' content, so a server given by URL keeps it from run to run.
async function ensureTemplate(connectionString: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await readdir(MIGRATIONS)).toSorted()) {
    hash.update(file).update(await readFile(join(MIGRATIONS, file)));
  }
  const name = `fairlead_template_${hash.digest('hex').slice(0, 12)}`;
  await ask(connectionString, async (client) => {
    await client.query("select pg_advisory_lock(hashtextextended('fairlead test template', 0))");
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount !== 0) return;
    // Filled under another name, so that one which bears it is whole.
    await client.query(`drop database if exists ${name}_new with (force)`);
    await client.query(`create database ${name}_new`);
    await migrate({
      connectionString: withDatabase(connectionString, `${name}_new`),
      log: silentLog,
    });
    await client.query(`alter database ${name}_new rename to ${name}`);
  });
  return name;
}

async function createDatabase(connectionString: string, template = 'template0'): Promise<string> {
  const name = `${PREFIX}${process.pid}_${randomBytes(4).toString('hex')}`;
  await ask(connectionString, async (client) => {
    await client.query("select pg_advisory_lock(hashtextextended('fairlead test template', 0))");
    await client.query(`create database ${name} template ${template}`);
  });
  endings.defer(() => ask(connectionString, (client) => dropDatabase(client, name)));
  return name;
}

/** Where autovacuum is at work in it, which belongs to the superuser, it cannot be ended but is over soon. */
async function dropDatabase(client: Client, name: string): Promise<void> {
  await until(`${name} is dropped`, async () => {
    try {
      await client.query(`drop database if exists ${name} with (force)`);
      return true;
    } catch (error) {
      if (error instanceof DatabaseError && error.code === '42501') return false;
      throw error;
    }
  });
}

async function ask(
  connectionString: string,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
}
