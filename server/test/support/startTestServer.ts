import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#platform/db/embedded/startEmbeddedPostgres.ts';
import { silentLog } from './silentLog.ts';

/** A server to make databases on; disposing it stops and deletes it if it is our own. */
export type TestServer = AsyncDisposable & { readonly connectionString: string };

/** What makes a throw-away database quick; it is lost when the machine goes down, not when a process is killed. */
export const TEST_SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '500' };

/** TEST_DATABASE_URL (a role that may create databases), else a throw-away server of our own. */
export async function startTestServer(given: string | undefined): Promise<TestServer> {
  if (given !== undefined) return { connectionString: given, async [Symbol.asyncDispose]() {} };
  const dataDir = await makeTestFolder();
  const server = await startEmbeddedPostgres({
    dataDir,
    log: silentLog,
    settings: TEST_SETTINGS,
  });
  return {
    connectionString: server.connectionString,
    async [Symbol.asyncDispose]() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A temporary folder that PostgreSQL's account can enter. */
export async function makeTestFolder(place = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(place, 'fairlead-test-'));
  await chmod(folder, 0o755);
  return folder;
}
