import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#platform/db/embedded/startEmbeddedPostgres.ts';
import { DATABASES, type DatabaseInput, type StartedDatabase } from './run/databases.ts';
import { silentLog } from './silentLog.ts';

/** A server to make databases on; disposing it stops and deletes it if it is our own. */
export type TestServer = AsyncDisposable & { readonly connectionString: string };

/** What makes a throw-away database quick; it is lost when the machine goes down, not when a process is killed. */
export const TEST_SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '500' };

/**
 * TEST_DATABASE_URL (a role that may create databases), else a throw-away server of our own: that of npm, or the one that
 * TEST_POSTGRES names.
 */
export async function startTestServer(
  given: string | undefined,
  kind = process.env['TEST_POSTGRES'],
): Promise<TestServer> {
  if (given !== undefined) return { connectionString: given, async [Symbol.asyncDispose]() {} };
  await using undo = new AsyncDisposableStack();
  const folder = await makeTestFolder();
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  // A password costs both sides 4096 hashes, for each of thousands of connections.
  const accessFile = join(folder, 'access.conf');
  await writeFile(accessFile, 'host all all 127.0.0.1/32 trust\n');
  const settings = { ...TEST_SETTINGS, hba_file: accessFile };
  const server = await startChosen(kind, { folder, settings });
  undo.defer(() => server.stop());
  const owned = undo.move();
  return {
    connectionString: server.connectionString,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function startChosen(
  name: string | undefined,
  input: DatabaseInput,
): Promise<StartedDatabase> {
  if (!name) {
    return startEmbeddedPostgres({
      dataDir: input.folder,
      log: silentLog,
      settings: input.settings,
    });
  }
  const chosen = DATABASES.find((database) => database.name === name);
  if (chosen) return chosen.start(input);
  const names = DATABASES.map((database) => database.name).join(' or ');
  throw new Error(`TEST_POSTGRES must be ${names}, not ${name}`);
}

/** A temporary folder that PostgreSQL's account can enter. */
export async function makeTestFolder(place = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(place, 'fairlead-test-'));
  await chmod(folder, 0o755);
  return folder;
}
