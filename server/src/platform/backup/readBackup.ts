import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { BackupPlace } from '../ports/BackupPlace.ts';
import {
  BackupError,
  Ending,
  FORMAT,
  FORMAT_WITHOUT_SEALS,
  Heading,
  MAX_CHUNK_BYTES,
  type Origin,
  parseRecord,
  Seal,
  TableHeading,
} from './BackupFile.ts';
import { createSealer, isSealedWith, proofOf, type Sealer } from './seals.ts';

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

export interface ReadOptions {
  readonly place: BackupPlace;
  /** Every SECRET of this installation, so that the backup can be told from those of others; none if it is new. */
  readonly secrets: readonly string[];
  readonly visitor?: BackupVisitor;
}

export interface ReadBackup {
  readonly heading: Heading;
  readonly ending: Ending;
  readonly origin: Origin;
}

/** The longest line other than rows: a heading with very many tables. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024;

/**
 * Reads a backup once from beginning to end and checks every checksum. Throws a BackupError for a file that is
 * not a backup, is incomplete or was altered; the caller must undo what a visitor did until then.
 */
export async function readBackup(options: ReadOptions): Promise<ReadBackup> {
  const { place } = options;
  const content = await place.read();
  if (content === undefined) throw new BackupError(`${place.name} is not there`);
  const source = Readable.from(content);
  const unpacked = source.pipe(createGunzip());
  source.once('error', (error) => unpacked.destroy(error));
  try {
    return await readRecords(createByteReader(unpacked), options);
  } catch (error) {
    throw explain(place.name, error);
  } finally {
    unpacked.destroy();
    source.destroy();
  }
}

async function readRecords(
  reader: ByteReader,
  { secrets, visitor = {} }: ReadOptions,
): Promise<ReadBackup> {
  const sealer = createSealer();
  const readLine = async () => {
    const line = await reader.line();
    sealer.add(line);
    return parseObject(line);
  };
  const heading = parseHeading(await readLine());
  const { origin, checkSeal } = findOrigin(heading, secrets, sealer);
  await checkSeal(reader);
  await visitor.onHeading?.(heading);
  const found = new Map<string, { rows: number | undefined; sha256: string; bytes: number }>();
  for (;;) {
    const record = await readLine();
    if ('end' in record) {
      const ending = parseRecord(Ending, record);
      await checkSeal(reader);
      checkSums(ending, found);
      if (!(await reader.atEnd())) throw new BackupError('it goes on after its end');
      return { heading, ending, origin };
    }
    const table = parseRecord(TableHeading, record);
    if (found.has(table.table)) throw new BackupError(`it has ${table.table} twice`);
    const hash = createHash('sha256');
    let bytes = 0;
    const rows = readChunks(reader, (chunk) => {
      hash.update(chunk);
      bytes += chunk.length;
    });
    const taken = visitor.onTable ? await visitor.onTable(table, rows) : await drain(rows);
    found.set(table.table, { rows: taken, sha256: hash.digest('hex'), bytes });
  }
}

function parseObject(line: string): object {
  const record: unknown = JSON.parse(line);
  if (typeof record === 'object' && record !== null) return record;
  throw new BackupError('it is no backup of Fairlead');
}

function parseHeading(record: object): Heading {
  const format = 'fairleadBackup' in record ? record.fairleadBackup : undefined;
  if (typeof format !== 'number') throw new BackupError('it is no backup of Fairlead');
  if (format > FORMAT) {
    throw new BackupError(
      `it has the format ${format}, which a later release writes: restore it with that`,
    );
  }
  return parseRecord(Heading, record);
}

interface Provenance {
  readonly origin: Origin;
  /** Reads the seal that comes next. */
  readonly checkSeal: (reader: ByteReader) => Promise<void>;
}

/** The seals of the SECRET that the heading names have to fit, where that is known. */
function findOrigin(heading: Heading, secrets: readonly string[], sealer: Sealer): Provenance {
  if (heading.fairleadBackup === FORMAT_WITHOUT_SEALS) {
    return { origin: 'unsealed', async checkSeal() {} };
  }
  const isOf = (secret: string) => proofOf(secret) === heading.secretProof;
  const own = secrets.find(isOf);
  const secret = own ?? heading.secret;
  if (secret !== undefined && !isOf(secret)) {
    throw new BackupError('it was changed: its SECRET is not that which it was written with');
  }
  const others = secrets.length === 0 ? 'unknown' : 'another installation';
  return {
    origin: own === undefined ? others : 'this installation',
    async checkSeal(reader) {
      const seal = parseRecord(Seal, parseObject(await reader.line()));
      if (!sealer.covers(seal)) {
        throw new BackupError('it was changed: its checksum does not fit what it says of itself');
      }
      if (secret !== undefined && !isSealedWith(secret, seal)) {
        throw new BackupError('it was changed by someone without its SECRET: its MAC does not fit');
      }
    },
  };
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
    const text = await reader.line();
    const length = /^\d{1,7}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
    if (length > MAX_CHUNK_BYTES) throw new BackupError('a length in it is none');
    if (length === 0) return;
    for await (const part of reader.bytes(length)) {
      onChunk(part);
      yield part;
    }
  }
}

async function drain(rows: AsyncIterable<Buffer>): Promise<undefined> {
  for await (const _ of rows);
}

interface ByteReader {
  /** Without its line break. */
  line(): Promise<string>;
  /** In parts, as they come. */
  bytes(count: number): AsyncGenerator<Buffer>;
  atEnd(): Promise<boolean>;
}

function createByteReader(source: AsyncIterable<Buffer>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  /** False at the end of the file. */
  async function more(): Promise<boolean> {
    while (held.length === 0) {
      const next = await chunks.next();
      if (next.done === true) return false;
      held = next.value;
    }
    return true;
  }
  /** At most `count` of the bytes that are there. */
  async function take(count: (there: Buffer) => number): Promise<Buffer> {
    if (!(await more())) throw new BackupError('it is not whole: its writing was interrupted');
    const taken = held.subarray(0, count(held));
    held = held.subarray(taken.length);
    return taken;
  }
  return {
    async line() {
      const parts: Buffer[] = [];
      for (let length = 0; length <= MAX_LINE_LENGTH;) {
        const part = await take((there) => there.indexOf(0x0a) + 1 || there.length);
        parts.push(part);
        length += part.length;
        if (part.at(-1) === 0x0a) return Buffer.concat(parts).toString('utf8', 0, length - 1);
      }
      throw new BackupError('a line in it has no end');
    },
    async *bytes(count) {
      for (let left = count; left > 0;) {
        const part = await take(() => left);
        left -= part.length;
        yield part;
      }
    },
    async atEnd() {
      return !(await more());
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
