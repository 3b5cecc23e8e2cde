import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { BackupPlace } from '../ports/BackupPlace.ts';
import type { Log } from '../ports/Log.ts';
import { migrate, readMigrations } from '../db/migrations/migrate.ts';
import {
  BackupError,
  type BackupSummary,
  type Ending,
  type Heading,
  type Origin,
  type Partition,
  summarise,
  type TableHeading,
} from './BackupFile.ts';
import { connectAlone } from './connectAlone.ts';
import { type BackupVisitor, readBackup } from './readBackup.ts';
import { listMigrations, listParents, listPartitions, listTables, quote } from './readCatalog.ts';

export interface RestoreOptions {
  /** Of a database that is empty, or left by an interrupted restore. */
  readonly connectionString: string;
  readonly place: BackupPlace;
  /** Every SECRET of this installation; see `readBackup`. */
  readonly secrets: readonly string[];
  readonly log: Log;
  /** Throws if the backup must not be restored here, before anything is written. */
  readonly check?: (heading: Heading) => Promise<void>;
}

export type Restored = BackupSummary & { readonly origin: Origin };

/**
 * Restores a backup into an empty database: the schema as it was when the backup was written, its rows in one
 * transaction, then the migrations of this release. Whatever interrupts it, the database is either empty or
 * complete. Throws a BackupError for an incomplete file, one from a later release, and a database that is not
 * empty.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { connectionString, place, secrets, log } = options;
  await using connection = await connectAlone(connectionString);
  const { client } = connection;
  let transaction: Transaction | undefined;
  const visitor: BackupVisitor = {
    async onHeading(found) {
      await options.check?.(found);
      await checkRelease(found);
      await checkEmpty(client, found);
      await migrate({ connectionString, log, upTo: latestOf(found) });
      transaction = await begin(client, found);
    },
    async onTable(table, rows) {
      if (transaction === undefined) throw new Error('Rows came before their heading');
      return transaction.take(table, rows);
    },
  };
  const { heading, ending, origin } = await readBackup({ place, secrets, visitor });
  if (transaction === undefined) throw new Error('The backup had no heading');
  await transaction.finish(ending);
  await migrate({ connectionString, log });
  // Journals of the machines that were backed up end there; one whose folder is used on says so itself.
  await client.query('update journals set loaded_until = null');
  return { ...summarise(heading, ending), origin };
}

function latestOf({ migrations }: Heading): number {
  return Math.max(0, ...migrations.map(({ number }) => number));
}

/** Every migration applied to the backup's database must be one that this release knows. */
async function checkRelease({ migrations, version }: Heading): Promise<void> {
  const known = new Map((await readMigrations()).map((step) => [step.number, step.checksum]));
  const strange = migrations.find(({ number, checksum }) => known.get(number) !== checksum);
  if (strange === undefined) return;
  throw new BackupError(
    `The backup was written by Fairlead ${version}, whose database has the step ${strange.name}: restore it with that release or a later one`,
  );
}

async function checkEmpty(client: Client, heading: Heading): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('migrations') is not null as there",
  );
  if (rows[0]?.there !== true) return;
  const applied = await listMigrations(client);
  if (applied.some(({ number }) => number > latestOf(heading))) {
    throw new BackupError(
      'The database was set up by a later release than the backup is of; restore into a new, empty database',
    );
  }
  for (const table of ['users', 'projects']) {
    const { rows: counted } = await client.query<{ there: boolean; some: boolean }>(
      `select to_regclass($1) is not null as there`,
      [table],
    );
    if (counted[0]?.there !== true) continue;
    const found = await client.query(`select 1 from ${table} limit 1`);
    if (found.rows.length === 0) continue;
    throw new BackupError(
      `The database is not empty: it has ${table}. Restore into a new one: another DATA_DIR, or a DATABASE_URL of an empty database`,
    );
  }
}

interface Transaction {
  take(table: TableHeading, rows: AsyncIterable<Buffer>): Promise<number>;
  finish(ending: Ending): Promise<void>;
}

/** No trigger may count, report or generate anything while rows are written: they are restored as they were. */
async function begin(client: Client, heading: Heading): Promise<Transaction> {
  await client.query('begin');
  await makePartitions(client, heading.partitions);
  const tables = new Map((await listTables(client)).map((listed) => [listed.table, listed]));
  const names = [...tables.keys()].map(quote);
  await client.query(`truncate ${names.join(', ')}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  return {
    async take({ table, columns }, rows) {
      const known = tables.get(table);
      if (known === undefined) throw unknownName('rows of', table);
      const unknown = columns.find((column) => !known.columns.includes(column));
      if (unknown !== undefined) throw unknownName(`in ${table} the column`, unknown);
      const list = columns.map(quote).join(', ');
      const copy = client.query(copyFrom(`copy ${quote(table)} (${list}) from stdin`));
      await pipeline(Readable.from(rows), copy);
      return copy.rowCount ?? 0;
    },
    async finish({ sequences }) {
      for (const { name, value } of sequences) {
        const { rowCount } = await client.query(
          `select setval(oid::regclass, $2) from pg_class
           where relname = $1 and relkind = 'S' and relnamespace = current_schema()::regnamespace`,
          [name, value],
        );
        if (rowCount === 0) throw unknownName('the sequence', name);
      }
      for (const name of names) await client.query(`alter table ${name} enable trigger user`);
      // The job that would have finished it is not part of the backup.
      await client.query(`
        update exports set status = 'failed', finished_at = now(),
          error = 'The export was under way when the backup was made; please start it again'
        where status in ('pending', 'processing')`);
      await client.query('commit');
      await client.query('analyze');
    },
  };
}

/** The months that had their own partitions when the backup was made. */
async function makePartitions(client: Client, wanted: readonly Partition[]): Promise<void> {
  const there = new Set((await listPartitions(client)).map(({ name }) => name));
  const parents = await listParents(client);
  for (const { name, parent, bound } of wanted) {
    if (there.has(name)) continue;
    if (!parents.has(parent)) throw unknownName('partitions of', parent);
    // Its pattern is that of the one form that has no SQL in it: see BackupFile.ts.
    await client.query(`create table ${quote(name)} partition of ${quote(parent)} ${bound}`);
  }
}

function unknownName(what: string, name: string): BackupError {
  return new BackupError(`The backup has ${what} ${name}, which this release does not know`);
}
