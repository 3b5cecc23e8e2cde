import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import type { Log } from '../../ports/Log.ts';
import { Problem } from '../../lib/Problem.ts';
import { checkServer } from '../connections/checkServer.ts';
import { newClient } from '../connections/connect.ts';
import { connectForStart } from '../connections/connectForStart.ts';
import { isSqlstate } from '../sqlstates.ts';

type Migration = { number: number; name: string; sql: string; checksum: string };

const LOCK = 'fairlead migrations';
const FOLDER = join(import.meta.dirname, '../../../../migrations');
/** Steps of the past in one file, so that they are out of the way and every older database or backup can still be upgraded. */
const HISTORY = 'history.sql';

/** `folder` is server/migrations unless a test says otherwise. */
export type MigrateOptions = {
  readonly connectionString: string;
  readonly log: Log;
  readonly folder?: string;
  /** The number of the last migration to apply; later ones are left for another time. */
  readonly upTo?: number;
  /** How long to wait for a connection, in milliseconds. Default: ten seconds. */
  readonly waitMs?: number;
};

/**
 * Applies the numbered files that the database has not seen, each in its own transaction, and
 * answers their names. Processes that migrate at once wait for each other. Throws where the files
 * and the database cannot be reconciled by going forward.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { upTo = Number.POSITIVE_INFINITY } = options;
  const all = await readMigrations(options.folder);
  const migrations = all.filter(({ number }) => number <= upTo);
  await checkServer(options.connectionString, options);
  await using connection = await connectForStart({ ...options, name: 'fairlead migrate' });
  const client = await connection.pool.connect();
  let isNew = false;
  // What takes minutes tells of its progress so (`raise info`); an empty database takes a second.
  client.on('notice', ({ severity, message = '' }) => {
    if (severity === 'INFO' && !isNew)
      options.log.info({ step: message }, 'Migrating the database');
  });
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [LOCK]);
    const pending = await findPending(client, migrations);
    isNew = pending.length === migrations.length;
    for (const migration of pending) await apply(client, migration);
    const last = pending.at(-1);
    if (last) options.log.info({ steps: pending.length, to: last.name }, 'Migrated the database');
    return pending.map((migration) => migration.name);
  } finally {
    // Ending the session gives the lock back.
    client.release(true);
  }
}

/** Whether every step of this release has been applied; a later release may have gone further. */
export async function isMigrated(connectionString: string): Promise<boolean> {
  const latest = (await readMigrations()).at(-1)?.number ?? 0;
  await checkServer(connectionString);
  const client = newClient({ connectionString, name: 'fairlead migrate' });
  await client.connect();
  try {
    const { rows: there } = await client.query(
      "select where to_regclass('migrations') is not null",
    );
    if (there.length === 0) return false;
    const { rows } = await client.query('select from migrations where number >= $1', [latest]);
    return rows.length > 0;
  } finally {
    await client.end();
  }
}

/** The steps of this release, in their order: those joined in HISTORY, then a file each. */
export async function readMigrations(folder = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const files = await Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return name === HISTORY ? splitHistory(sql) : [{ name, sql }];
    }),
  );
  const migrations = files
    .flat()
    .map(toMigration)
    .toSorted((a, b) => a.number - b.number);
  for (const [index, { number, name }] of migrations.entries()) {
    if (migrations[index + 1]?.number === number) {
      throw new Error(`Migration ${name} shares its number with another: give it a later one`);
    }
  }
  return migrations;
}

/** Each step begins below a line with its name, and has the checksum that databases recorded when it was a file. */
function splitHistory(text: string): { name: string; sql: string }[] {
  const [head = '', ...parts] = text.split(/^-- migration (.+)\n/m);
  if (head !== '')
    throw new Error(`${HISTORY} must begin with a line like -- migration 0001_a.sql`);
  return parts.flatMap((name, index) =>
    index % 2 === 0 ? [{ name, sql: parts[index + 1] ?? '' }] : [],
  );
}

function toMigration({ name, sql }: { readonly name: string; readonly sql: string }): Migration {
  if (!/^\d{4}_\w+\.sql$/.test(name)) {
    throw new Error(`Migration ${name} must be named like 0001_what_it_does.sql`);
  }
  const checksum = createHash('sha256').update(sql).digest('hex');
  return { number: Number(name.slice(0, 4)), name, sql, checksum };
}

async function findPending(client: ClientBase, migrations: Migration[]): Promise<Migration[]> {
  const { rows: there } = await client.query("select where to_regclass('migrations') is not null");
  if (there.length === 0) {
    await client.query(`create table migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
  }
  const { rows } = await client.query<Omit<Migration, 'sql'>>(
    'select number, name, checksum from migrations',
  );
  const applied = new Map(rows.map((row) => [row.number, row]));
  // Migrations beyond our files belong to a newer release that runs beside us.
  const latest = Math.max(0, ...applied.keys());
  return migrations.filter((migration) => {
    const before = applied.get(migration.number);
    if (before && before.checksum !== migration.checksum) {
      throw new Error(
        `Migration ${migration.name} is not what this database applied as ${before.name}: ` +
          'an applied file never changes; undo the edit and put the change into a new file',
      );
    }
    if (!before && migration.number < latest) {
      throw new Error(
        `Migration ${migration.name} comes after ${latest} was applied: give it a later number`,
      );
    }
    return !before;
  });
}

const MAY_NOT =
  'The database is not up to date with this release, and the role of DATABASE_URL may not change it: first start a node of this release with the role api';

async function apply(client: ClientBase, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query('insert into migrations (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => undefined);
    if (isSqlstate(cause, 'insufficientPrivilege')) throw new Problem('CONFLICT', MAY_NOT);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Migration ${migration.name} failed and left no trace: ${reason}`, { cause });
  }
}
