import { chmodSync, closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { dirname } from 'node:path';
import type { Log } from '../lib/Log.ts';

/**
 * A SQLite file shared by the machine's processes. It holds copies only, so it may be lost: a damaged one is replaced,
 * and its errors are never passed on to its users.
 */
export interface LocalFile extends Disposable {
  readonly path: string;
  /** What has been prepared for the file; prepared again if it had to be replaced. */
  prepared<S>(prepare: (file: DatabaseSync) => S): () => S;
  /** Runs some work on the file; if it fails, the log says so, and `instead` is returned. */
  attempt<T>(work: () => T, instead: T): T;
  /** Runs some work as one transaction. Throws what the work throws, and `FileReplaced` if the file was damaged. */
  write<T>(work: () => T): T;
  /** Opens the file again if another process has replaced it. */
  reopenReplaced(): void;
}

interface Options {
  readonly path: string;
  /** Tables and indexes of an empty file. */
  readonly schema: string;
  /** The release that stores values: another one may use other shapes. */
  readonly release: string;
  readonly log: Log;
  /** How long a write waits for another process that writes, and everything else in this process with it. Milliseconds. */
  readonly lockMs?: number | undefined;
}

/** The file was damaged, and an empty one has taken its place. */
class FileReplaced extends Error {
  override readonly name = 'FileReplaced';
}

/** SQLite's result codes for a file locked by another process, and for one that is damaged or not a database. */
const BUSY = 5;
const DAMAGED = new Set<number | undefined>([11, 26]);
/** A process that locks the file must not hold up visitors. */
const LOCK_MS = 50;

/** Opens the file; starts a new one if it is damaged or was written by another release. */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function openLocalFile(options: Options): LocalFile {
  const { path, log } = options;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let file = openOrReplace(options);
  /** Which file it is: another process may put a new one in its place. */
  let inode = inodeOf(path);

  function reopen(): void {
    const former = file;
    file = openOrReplace(options);
    inode = inodeOf(path);
    former.close();
  }

  function replaceDamaged(error: unknown): void {
    log.warn({ err: error, file: path }, 'The local store is damaged and is made again');
    // Another process may have replaced it already.
    if (inodeOf(path) === inode) removeFile(path);
    reopen();
  }

  function attempt<T>(work: () => T, instead: T): T {
    try {
      return work();
    } catch (error) {
      try {
        if (DAMAGED.has(codeOf(error))) replaceDamaged(error);
        // Another process of the machine is writing: retried in a second.
        else if (codeOf(error) !== BUSY) {
          log.warn({ err: error, file: path }, 'The local store of what was seen has failed');
        }
      } catch (failure) {
        log.warn({ err: failure, file: path }, 'The local store cannot be made again');
      }
      return instead;
    }
  }

  return {
    path,
    prepared(prepare) {
      let preparedFor: DatabaseSync | undefined;
      let statements: ReturnType<typeof prepare>;
      return () => {
        if (preparedFor !== file) {
          statements = prepare(file);
          preparedFor = file;
        }
        return statements;
      };
    },
    attempt,
    write(work) {
      const written = file;
      try {
        written.exec('begin immediate');
        const result = work();
        written.exec('commit');
        return result;
      } catch (error) {
        if (written.isTransaction) written.exec('rollback');
        if (!DAMAGED.has(codeOf(error))) throw error;
        replaceDamaged(error);
        throw new FileReplaced('The local store was damaged', { cause: error });
      }
    },
    reopenReplaced() {
      attempt(() => {
        if (inode !== undefined && inodeOf(path) !== inode) reopen();
      }, undefined);
    },
    [Symbol.dispose]: () => file.close(),
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

/** A file that cannot be used at all is replaced by an in-memory store: the server has to start. */
function openOrReplace(options: Options): DatabaseSync {
  const { path, log } = options;
  const inode = inodeOf(path);
  try {
    return open(options, path);
  } catch (error) {
    if (error instanceof OtherRelease) {
      log.info({ file: path }, 'The local store is of another release and is made again');
    } else {
      log.warn({ err: error, file: path }, 'The local store cannot be read and is made again');
      if (!DAMAGED.has(codeOf(error))) return open(options, ':memory:');
    }
    // Another process that starts at the same time may have replaced it already.
    if (inodeOf(path) === inode) removeFile(path);
    return open(options, path);
  }
}

/** It has hashes of keys, and where links lead: SQLite gives the files beside it the same mode. */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    chmodSync(path, 0o600);
  }
}

/** Its tables are not dropped one by one: that takes long, and with `secure_delete` longer. */
class OtherRelease extends Error {}

function open({ release, schema, lockMs = LOCK_MS }: Options, path: string): DatabaseSync {
  if (path !== ':memory:') makePrivate(path);
  const file = new DatabaseSync(path, { timeout: 5_000 });
  try {
    file.exec(
      'pragma journal_mode = wal; pragma synchronous = normal; pragma secure_delete = on; begin immediate',
    );
    file.exec('create table if not exists release (name text not null)');
    const kept = file.prepare('select name from release').get()?.['name'];
    const own = `${release}${schema}`;
    if (kept === undefined) {
      file.exec(schema);
      file.prepare('insert into release (name) values (?)').run(own);
    } else if (kept !== own) throw new OtherRelease(`It is of ${String(kept).split('\n')[0]}`);
    file.exec(`commit; pragma busy_timeout = ${lockMs}`);
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}
