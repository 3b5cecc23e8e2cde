import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'pg';
import { findDatabaseHome } from './findDatabasePids.ts';
import type { BenchServer } from './startServer.ts';

/** The measured server's own database, for what no API can do: let time pass, or store millions of rows. */
export async function openDatabase(server: BenchServer): Promise<Pool & AsyncDisposable> {
  const home = await findDatabaseHome(server.dataDir);
  const password = (await readFile(join(home, 'password'), 'utf8')).trim();
  const pidFile = await readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8');
  const port = Number(pidFile.split('\n')[3]);
  const pool = new Pool({
    host: '127.0.0.1',
    port,
    user: 'fairlead',
    database: 'fairlead',
    password,
    max: 8,
  });
  // The server may be stopped first; its end is no fault of the benchmark.
  pool.on('error', () => undefined);
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.end() });
}
