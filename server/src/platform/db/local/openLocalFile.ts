import { chmodSync, closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { dirname } from 'node:path';
import type { Log } from '../../ports/Log.ts';
import { createPacking, type Packing, PACKING_SCHEMA } from './packValues.ts';
import type { Statements } from '../Statements.ts';

/** A SQLite file shared by the machine's processes. It holds copies only, so it may be lost: a damaged one is replaced. */
export interface LocalFile extends Disposable {
  readonly path: string;
  /** Runs some work on the file. Never throws: if the work fails, the log says so, and `instead` is returned. */
  attempt<T>(work: (sql: Sql) => T, instead: T): T;
  /** Runs some work as one transaction. Throws what the work throws, and if the file was damaged. */
  write<T>(work: (sql: Sql) => T): T;
  /** Opens the file again if another process has replaced it. */
  reopenReplaced(): void;
}

interface Sql extends Statements, Packing {}

interface Options {
  readonly path: string;
  /** Tables and indexes of an empty file. */
  readonly schema: string;
  /** What wrote the file, since others may store other things. */
  readonly writer: string;
  readonly log: Log;
  /** How long a write waits for another process that writes, and everything else in this process with it. Milliseconds. */
  readonly lockMs?: number | undefined;
}

/** SQLite's result codes for a file locked by another process, and for one that is damaged or not a database. */
const BUSY = 5;
const DAMAGED = new Set<number | undefined>([11, 26]);
/** A process that locks the file must not hold up visitors. */
const LOCK_MS = 50;

/** Opens the file; starts a new one if it is damaged or has another writer, and one in memory if it cannot be used. */
export function openLocalFile(options: Options): LocalFile {
  const { path, log } = options;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let file = openOrReplace(options);

  function reopen(): void {
    const former = file;
    file = openOrReplace(options);
    former.database.close();
  }

  function replaceDamaged(error: unknown): void {
    log.warn({ err: error, file: path }, 'The local store is damaged and is made again');
    // Another process may have replaced it already.
    if (inodeOf(path) === file.inode) removeFile(path);
    reopen();
  }

  function attempt<T>(work: (sql: Sql) => T, instead: T): T {
    try {
      return work(file.sql);
    } catch (error) {
      if (DAMAGED.has(codeOf(error))) attempt(() => replaceDamaged(error), undefined);
      // Another process of the machine is writing: retried in a second.
      else if (codeOf(error) !== BUSY)
        log.warn({ err: error, file: path }, 'The local store has failed');
      return instead;
    }
  }

  return {
    path,
    attempt,
    write(work) {
      const { database, sql } = file;
      try {
        database.exec('begin immediate');
        const result = work(sql);
        database.exec('commit');
        return result;
      } catch (error) {
        if (database.isTransaction) database.exec('rollback');
        if (!DAMAGED.has(codeOf(error))) throw error;
        replaceDamaged(error);
        throw new Error('The local store was damaged', { cause: error });
      }
    },
    reopenReplaced() {
      attempt(() => {
        if (file.inode !== undefined && inodeOf(path) !== file.inode) reopen();
      }, undefined);
    },
    [Symbol.dispose]: () => file.database.close(),
  };
}

function codeOf(error: unknown): number | undefined {
  return (error as { errcode?: number }).errcode;
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

function removeFile(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
}

interface OpenFile {
  readonly database: DatabaseSync;
  readonly sql: Sql;
  /** Which file it is: another process may put a new one in its place. */
  readonly inode: number | undefined;
}

function openOrReplace(options: Options): OpenFile {
  const { path, log } = options;
  const inode = inodeOf(path);
  try {
    try {
      return open(options, path);
    } catch (error) {
      const isOther = error instanceof OtherWriter;
      if (!isOther && !DAMAGED.has(codeOf(error))) throw error;
      const reason = (error as Error).message;
      log[isOther ? 'info' : 'warn']({ reason, file: path }, 'The local store is made again');
      // Another process that starts at the same time may have replaced it already.
      if (inodeOf(path) === inode) removeFile(path);
      return open(options, path);
    }
  } catch (error) {
    // The server has to start.
    log.warn(
      { err: error, file: path },
      'The local store cannot be used; one in memory replaces it',
    );
    return open(options, ':memory:');
  }
}

/** Its tables are not dropped one by one: that takes long, and with `secure_delete` longer. */
class OtherWriter extends Error {}

function open(options: Options, path: string): OpenFile {
  if (path !== ':memory:') makePrivate(path);
  const database = new DatabaseSync(path, { timeout: 5_000 });
  try {
    database.exec(
      'pragma journal_mode = wal; pragma synchronous = normal; pragma secure_delete = on; begin immediate',
    );
    database.exec('create table if not exists release (name text not null)');
    const kept = database.prepare('select name from release').get()?.['name'];
    const schema = `${options.schema}${PACKING_SCHEMA}`;
    const own = `${options.writer}${schema}`;
    if (kept === undefined) {
      database.exec(schema);
      database.prepare('insert into release (name) values (?)').run(own);
    } else if (kept !== own) throw new OtherWriter(`It is of ${String(kept).split('\n')[0]}`);
    database.exec(`commit; pragma busy_timeout = ${options.lockMs ?? LOCK_MS}`);
    const statements = createStatements(database);
    const sql = { ...statements, ...createPacking(statements) };
    return { database, sql, inode: inodeOf(options.path) };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** It has hashes of keys, and where links lead: SQLite gives the files beside it the same mode. */
function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

function createStatements(database: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>();
  function prepare(text: string): StatementSync {
    let statement = prepared.get(text);
    if (statement === undefined) prepared.set(text, (statement = database.prepare(text)));
    return statement;
  }
  return {
    get: (text, ...values) => prepare(text).get(...values),
    all: (text, ...values) => prepare(text).all(...values),
    run: (text, ...values) => Number(prepare(text).run(...values).changes),
  };
}
