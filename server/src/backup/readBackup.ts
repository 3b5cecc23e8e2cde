import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { BackupPlace } from '../lib/BackupPlace.ts';
import { BackupError, type Ending, FORMAT, type Heading, type TableHeading } from './BackupFile.ts';

/** Called with the parts of a backup as they are read. */
export interface BackupVisitor {
  /** Before anything else. */
  readonly onHeading?: (heading: Heading) => Promise<void>;
  /** Has to read `rows` to their end; returns how many rows it read, if it counts them. */
  readonly onTable?: (
    table: TableHeading,
    rows: AsyncIterable<Buffer>,
  ) => Promise<number | undefined>;
}

export interface ReadBackup {
  readonly heading: Heading;
  readonly ending: Ending;
}

/** The longest line other than rows: a heading with very many tables. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024;

/**
 * Reads a backup once from beginning to end and checks every checksum. Throws a BackupError for a file that is
 * not a backup, is incomplete or was altered; the caller must undo what a visitor did until then.
 */
export async function readBackup(
  place: BackupPlace,
  visitor: BackupVisitor = {},
): Promise<ReadBackup> {
  const content = await place.read();
  if (content === undefined) throw new BackupError(`${place.name} is not there`);
  const source = Readable.from(content);
  const unpacked = source.pipe(createGunzip());
  source.once('error', (error) => unpacked.destroy(error));
  try {
    return await readRecords(createByteReader(unpacked), visitor);
  } catch (error) {
    throw explain(place.name, error);
  } finally {
    unpacked.destroy();
    source.destroy();
  }
}

async function readRecords(reader: ByteReader, visitor: BackupVisitor): Promise<ReadBackup> {
  const heading = await readHeading(reader);
  await visitor.onHeading?.(heading);
  const found = new Map<string, { rows: number | undefined; sha256: string; bytes: number }>();
  for (;;) {
    const record = JSON.parse(await reader.line()) as TableHeading | Ending;
    if ('end' in record) {
      checkSums(record, found);
      if (!(await reader.atEnd())) throw new BackupError('it goes on after its end');
      return { heading, ending: record };
    }
    const hash = createHash('sha256');
    let bytes = 0;
    const rows = readChunks(reader, (chunk) => {
      hash.update(chunk);
      bytes += chunk.length;
    });
    const taken = visitor.onTable ? await visitor.onTable(record, rows) : await drain(rows);
    found.set(record.table, { rows: taken, sha256: hash.digest('hex'), bytes });
  }
}

async function readHeading(reader: ByteReader): Promise<Heading> {
  const heading = JSON.parse(await reader.line()) as Partial<Heading>;
  if (heading.fairleadBackup === undefined) throw new BackupError('it is no backup of Fairlead');
  if (heading.fairleadBackup !== FORMAT) {
    throw new BackupError(
      `it has the format ${String(heading.fairleadBackup)}, which a later release writes: restore it with that`,
    );
  }
  return heading as Heading;
}

function checkSums(
  { tables }: Ending,
  found: ReadonlyMap<string, { rows: number | undefined; sha256: string; bytes: number }>,
): void {
  for (const [table, sum] of Object.entries(tables)) {
    const seen = found.get(table);
    const whole =
      seen?.sha256 === sum.sha256 &&
      seen.bytes === sum.bytes &&
      (seen.rows === undefined || seen.rows === sum.rows);
    if (!whole) throw new BackupError(`the rows of ${table} are not those that were written`);
  }
  if (found.size !== Object.keys(tables).length) throw new BackupError('it has too many tables');
}

async function* readChunks(
  reader: ByteReader,
  onChunk: (chunk: Buffer) => void,
): AsyncGenerator<Buffer> {
  for (;;) {
    const length = Number(await reader.line());
    if (!Number.isInteger(length) || length < 0) throw new BackupError('a length in it is none');
    if (length === 0) return;
    const chunk = await reader.bytes(length);
    onChunk(chunk);
    yield chunk;
  }
}

async function drain(rows: AsyncIterable<Buffer>): Promise<undefined> {
  for await (const _ of rows);
}

interface ByteReader {
  /** Without its line break. */
  line(): Promise<string>;
  bytes(count: number): Promise<Buffer>;
  atEnd(): Promise<boolean>;
}

function createByteReader(source: AsyncIterable<Buffer>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  async function more(): Promise<boolean> {
    const next = await chunks.next();
    if (next.done === true) return false;
    held = held.length === 0 ? next.value : Buffer.concat([held, next.value]);
    return true;
  }
  const tooShort = () => new BackupError('it is not whole: its writing was interrupted');
  return {
    async line() {
      for (let from = 0; ;) {
        const end = held.indexOf(0x0a, from);
        if (end >= 0) {
          const text = held.toString('utf8', 0, end);
          held = held.subarray(end + 1);
          return text;
        }
        from = held.length;
        if (from > MAX_LINE_LENGTH) throw new BackupError('a line in it has no end');
        if (!(await more())) throw tooShort();
      }
    },
    async bytes(count) {
      while (held.length < count) if (!(await more())) throw tooShort();
      const taken = held.subarray(0, count);
      held = held.subarray(count);
      return taken;
    },
    async atEnd() {
      return held.length === 0 && !(await more());
    },
  };
}

function explain(name: string, error: unknown): unknown {
  if (error instanceof BackupError) {
    return new BackupError(`${name} cannot be used: ${error.message}`);
  }
  if (error instanceof SyntaxError) {
    return new BackupError(`${name} cannot be used: it is no backup of Fairlead`);
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR') {
    return new BackupError(`${name} cannot be used: it is not whole: its writing was interrupted`);
  }
  if (code.startsWith('Z_')) {
    return new BackupError(`${name} cannot be used: it is no gzip file, or was changed`);
  }
  return error;
}
