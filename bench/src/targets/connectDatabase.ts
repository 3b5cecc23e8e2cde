import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { findDatabaseHome } from './findDatabasePids.ts';

/** A connection to the database that a server runs in its data directory. */
export async function connectDatabase(dataDir: string): Promise<Client & AsyncDisposable> {
  const home = await findDatabaseHome(dataDir);
  const [, , , port = ''] = (await readFile(join(home, 'cluster/postmaster.pid'), 'utf8')).split(
    '\n',
  );
  const password = (await readFile(join(home, 'password'), 'utf8')).trim();
  const client = new Client({
    host: '127.0.0.1',
    port: Number(port),
    user: 'fairlead',
    database: 'fairlead',
    password,
  });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
