import { Pool } from 'pg';
import { readDatabaseUrl } from './connectDatabase.ts';
import type { BenchServer } from './startServer.ts';

/** The measured server's own database, for what no API can do: let time pass, or store millions of rows. */
export async function openDatabase(server: BenchServer): Promise<Pool & AsyncDisposable> {
  const pool = new Pool({ connectionString: await readDatabaseUrl(server.dataDir), max: 8 });
  // The server may be stopped first; its end is no fault of the benchmark.
  pool.on('error', () => undefined);
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.end() });
}
