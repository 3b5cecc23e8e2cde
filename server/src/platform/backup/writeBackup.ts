import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BackupPlace } from '../ports/BackupPlace.ts';
import {
  type BackupSummary,
  type Ending,
  FORMAT,
  type Heading,
  MAX_CHUNK_BYTES,
  summarise,
  type TableHeading,
  type TableSum,
} from './BackupFile.ts';
import { connectAlone } from './connectAlone.ts';
import { listMigrations, listPartitions, listSequences, listTables, quote } from './readCatalog.ts';
import { createSealer, proofOf } from './seals.ts';

export interface WriteOptions {
  readonly connectionString: string;
  readonly place: BackupPlace;
  readonly version: string;
  /** What the file is sealed with. */
  readonly secret: string;
  /** If no one else stores the SECRET. */
  readonly includesSecret: boolean;
  /** They are in another database, which needs a backup of its own. */
  readonly withoutClicks: boolean;
}

/** Fast rather than small: database contents compress well at any level. */
const LEVEL = 1;

/** Writes the whole database as of one moment, while it is in use. */
export async function writeBackup(
  options: WriteOptions,
): Promise<BackupSummary & { readonly bytes: number }> {
  await using connection = await connectAlone(options.connectionString);
  const { client } = connection;
  // One snapshot for everything that is read, and no lock that blocks writers.
  await client.query('begin isolation level repeatable read read only');
  const heading: Heading = {
    fairleadBackup: FORMAT,
    version: options.version,
    createdAt: new Date().toISOString(),
    migrations: await listMigrations(client),
    partitions: await listPartitions(client),
    secretProof: proofOf(options.secret),
    ...(options.includesSecret && { secret: options.secret }),
    ...(options.withoutClicks && { without: 'clicks' }),
  };
  const sums: Record<string, TableSum> = {};
  const ending = { current: undefined as Ending | undefined };
  const bytes = await pipeline(
    readRecords(client, heading, { secret: options.secret, sums, ending }),
    createGzip({ level: LEVEL }),
    (content: AsyncIterable<Uint8Array>) => options.place.write(content),
  );
  if (ending.current === undefined) throw new Error('The backup has no end');
  return { ...summarise(heading, ending.current), bytes };
}

interface Gathered {
  readonly secret: string;
  readonly sums: Record<string, TableSum>;
  readonly ending: { current: Ending | undefined };
}

async function* readRecords(
  client: Client,
  heading: Heading,
  { secret, sums, ending }: Gathered,
): AsyncGenerator<Buffer> {
  const sealer = createSealer();
  const line = (record: object) => {
    const text = JSON.stringify(record);
    sealer.add(text);
    return Buffer.from(`${text}\n`);
  };
  const seal = () => Buffer.from(`${JSON.stringify(sealer.seal(secret))}\n`);
  yield line(heading);
  yield seal();
  for (const table of await listTables(client)) {
    yield line(table);
    sums[table.table] = yield* readRows(client, table);
  }
  ending.current = { end: true, tables: sums, sequences: await listSequences(client) };
  yield line(ending.current);
  yield seal();
}

/** The rows as chunks, each preceded by a line with its length; a length of zero ends them. */
async function* readRows(
  client: Client,
  { table, columns }: TableHeading,
): AsyncGenerator<Buffer, TableSum> {
  const hash = createHash('sha256');
  const names = columns.map(quote).join(', ');
  const rows = client.query(copyTo(`copy ${quote(table)} (${names}) to stdout`));
  let bytes = 0;
  for await (const read of rows as AsyncIterable<Buffer>) {
    hash.update(read);
    bytes += read.length;
    for (let at = 0; at < read.length; at += MAX_CHUNK_BYTES) {
      const chunk = read.subarray(at, at + MAX_CHUNK_BYTES);
      yield Buffer.from(`${chunk.length}\n`);
      yield chunk;
    }
  }
  yield Buffer.from('0\n');
  return { rows: rows.rowCount ?? 0, bytes, sha256: hash.digest('hex') };
}
