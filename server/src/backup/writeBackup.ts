import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BackupPlace } from '../lib/BackupPlace.ts';
import {
  type BackupSummary,
  type Ending,
  FORMAT,
  type Heading,
  summarise,
  type TableHeading,
  type TableSum,
} from './BackupFile.ts';
import { connectAlone } from './connectAlone.ts';
import { listMigrations, listPartitions, listSequences, listTables, quote } from './readCatalog.ts';

export interface WriteOptions {
  readonly connectionString: string;
  readonly place: BackupPlace;
  readonly version: string;
  readonly secretProof: string;
  /** Included if no one else stores it. */
  readonly secret?: string | undefined;
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
    secretProof: options.secretProof,
    ...(options.secret !== undefined && { secret: options.secret }),
  };
  const sums: Record<string, TableSum> = {};
  const ending = { current: undefined as Ending | undefined };
  const bytes = await pipeline(
    readRecords(client, heading, { sums, ending }),
    createGzip({ level: LEVEL }),
    (content: AsyncIterable<Uint8Array>) => options.place.write(content),
  );
  if (ending.current === undefined) throw new Error('The backup has no end');
  return { ...summarise(heading, ending.current), bytes };
}

interface Gathered {
  readonly sums: Record<string, TableSum>;
  readonly ending: { current: Ending | undefined };
}

async function* readRecords(
  client: Client,
  heading: Heading,
  { sums, ending }: Gathered,
): AsyncGenerator<Buffer> {
  yield line(heading);
  for (const table of await listTables(client)) {
    yield line(table);
    sums[table.table] = yield* readRows(client, table);
  }
  ending.current = { end: true, tables: sums, sequences: await listSequences(client) };
  yield line(ending.current);
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
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
    yield Buffer.from(`${chunk.length}\n`);
    yield chunk;
  }
  yield Buffer.from('0\n');
  return { rows: rows.rowCount ?? 0, bytes, sha256: hash.digest('hex') };
}

function line(record: object): Buffer {
  return Buffer.from(`${JSON.stringify(record)}\n`);
}
