import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { findDatabaseHome } from './findDatabasePids.ts';

/** A connection to the database that a server runs in its data directory. */
export async function connectDatabase(dataDir: string): Promise<Client & AsyncDisposable> {
  const client = new Client({ connectionString: await readDatabaseUrl(dataDir) });
  // The server may be stopped first; its end is no fault of the benchmark.
  client.on('error', () => undefined);
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/** As `DATABASE_URL` would name it. */
export async function readDatabaseUrl(dataDir: string): Promise<string> {
  const home = await findDatabaseHome(dataDir);
  const pidFile = await readFile(join(home, 'cluster/postmaster.pid'), 'utf8');
  const [, , , port = ''] = pidFile.split('\n');
  const password = (await readFile(join(home, 'password'), 'utf8')).trim();
  return `postgresql://fairlead:${encodeURIComponent(password)}@127.0.0.1:${port}/fairlead`;
}
