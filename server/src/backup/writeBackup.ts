import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
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
  readonly file: string;
  readonly version: string;
  readonly secretProof: string;
  /** Travels along where nobody else keeps it. */
  readonly secret?: string | undefined;
}

/** Quick rather than small: the pages of a database compress well by any means. */
const LEVEL = 1;

/**
 * Writes the whole database as it is at one moment, while it is in use. The file bears another name until it is
 * whole and on disk, so that what is there by its name is a backup.
 */
export async function writeBackup(options: WriteOptions): Promise<BackupSummary> {
  await using connection = await connectAlone(options.connectionString);
  const { client } = connection;
  // One snapshot for everything that is read, and no lock that a writer would wait for.
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
  await writeWhole(options.file, async (part) => {
    const records = Readable.from(readRecords(client, heading, { sums, ending }));
    await using output = await open(part, 'wx', 0o600);
    await pipeline(
      records,
      createGzip({ level: LEVEL }),
      output.createWriteStream({ flush: true }),
    );
  });
  if (ending.current === undefined) throw new Error('The backup has no end');
  return summarise(heading, ending.current);
}

async function writeWhole(file: string, write: (part: string) => Promise<void>): Promise<void> {
  const part = `${file}.part`;
  await rm(part, { force: true });
  try {
    await write(part);
    await rename(part, file);
    await using folder = await open(dirname(file), 'r');
    await folder.sync();
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
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

/** The rows as chunks, each with its length in a line before it; a length of nothing ends them. */
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
