import { startEmbeddedPostgres } from '#platform/db/embedded/startEmbeddedPostgres.ts';
import { silentLog } from '../support/silentLog.ts';
import { TEST_SETTINGS } from '../support/startTestServer.ts';

/** A process that owns the database in the folder it is given, for tests that kill it. */
const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('Usage: ownDatabase.ts DATA_DIR');
const alive = setInterval(() => undefined, 60_000);
try {
  const owned = await startEmbeddedPostgres({ dataDir, log: silentLog, settings: TEST_SETTINGS });
  process.stdout.write(`${JSON.stringify({ connectionString: owned.connectionString })}\n`);
  process.once('SIGTERM', () => void owned.stop().then(() => clearInterval(alive)));
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: String(error) })}\n`);
  clearInterval(alive);
}
