import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/**
 * A backup is one gzip file of records: a heading line and its seal, for each table a line and its rows in chunks, and
 * an end line and its seal. A file without its end line, or whose rows do not match the checksums there, is not a
 * backup. The schemas admit only what `writeBackup` writes: names and bounds become part of SQL.
 */

/** The format version, higher whenever a line may hold something new; readers refuse later ones. */
export const FORMAT = 2;
/** The first one. */
export const FORMAT_WITHOUT_SEALS = 1;
/** Rows come in chunks of at most this many bytes. */
export const MAX_CHUNK_BYTES = 1024 * 1024;

const closed = { additionalProperties: false } as const;
const Name = Type.String({ pattern: '^[a-z_][a-z0-9_]{0,62}$' });
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Key = Type.String({ pattern: '^[\\w-]{43}$' });

const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** A month of a partitioned table: recreated if the restored database does not have it. */
const Partition = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z_]{1,48}_(default|\\d{4}_\\d{2})$' }),
    parent: Name,
    bound: Type.String({
      pattern: `^(DEFAULT|FOR VALUES FROM \\('${UUID}'\\) TO \\('${UUID}'\\))$`,
    }),
  },
  closed,
);
export type Partition = Static<typeof Partition>;

const AppliedMigration = Type.Object(
  {
    number: Type.Integer({ minimum: 1, maximum: 9999 }),
    name: Type.String({ pattern: '^\\d{4}_[a-z0-9_]+\\.sql$' }),
    checksum: Sha256,
  },
  closed,
);
export type AppliedMigration = Static<typeof AppliedMigration>;

export const Heading = Type.Object(
  {
    fairleadBackup: Type.Union([Type.Literal(FORMAT_WITHOUT_SEALS), Type.Literal(FORMAT)]),
    version: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+[\\w.+-]{0,64}$' }),
    createdAt: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' }),
    migrations: Type.Array(AppliedMigration),
    partitions: Type.Array(Partition),
    /** Allows checking whether a SECRET is the one of this backup, without revealing it. */
    secretProof: Key,
    /** The SECRET that the server generated; absent if the operator set it. */
    secret: Type.Optional(Type.String({ pattern: '^[!-~]{16,1024}$' })),
    /** The clicks are in ClickHouse. */
    without: Type.Optional(Type.Literal('clicks')),
  },
  closed,
);
export type Heading = Static<typeof Heading>;

/** Precedes the rows of a table; `columns` are the stored ones, generated ones are computed again. */
export const TableHeading = Type.Object({ table: Name, columns: Type.Array(Name) }, closed);
export type TableHeading = Static<typeof TableHeading>;

const TableSum = Type.Object({ rows: Count, bytes: Count, sha256: Sha256 }, closed);
export type TableSum = Static<typeof TableSum>;

/** A sequence that continues where it was. */
const Sequence = Type.Object(
  { name: Name, value: Type.String({ pattern: '^\\d{1,19}$' }) },
  closed,
);
export type Sequence = Static<typeof Sequence>;

export const Ending = Type.Object(
  {
    end: Type.Literal(true),
    tables: Type.Record(Name, TableSum, closed),
    sequences: Type.Array(Sequence),
  },
  closed,
);
export type Ending = Static<typeof Ending>;

/** Vouches for all lines before it: that they are whole, and which SECRET they were written with. */
export const Seal = Type.Object({ sha256: Sha256, mac: Key }, closed);
export type Seal = Static<typeof Seal>;

/** A line of a backup as what it has to be. Throws a BackupError that names what in it is not. */
export function parseRecord<S extends TSchema>(schema: S, value: unknown): Static<S> {
  if (Value.Check(schema, value)) return value;
  const { path = '' } = Value.Errors(schema, value).First() ?? {};
  throw new BackupError(`it was not written by Fairlead: ${path} is not as Fairlead writes it`);
}

/**
 * Who wrote a backup: this installation; one with another SECRET; unknown, because this one has no SECRET yet and takes
 * that of the backup; or unsealed, because an earlier release wrote it.
 */
export type Origin = 'this installation' | 'another installation' | 'unknown' | 'unsealed';

/** What a backup contains, reported when it is written, verified or restored. */
export interface BackupSummary {
  readonly version: string;
  readonly createdAt: string;
  readonly tables: number;
  readonly rows: number;
  readonly without?: 'clicks';
}

export function summarise(heading: Heading, { tables }: Ending): BackupSummary {
  const { version, createdAt, without } = heading;
  const sums = Object.values(tables);
  const rows = sums.reduce((total, sum) => total + sum.rows, 0);
  return { version, createdAt, tables: sums.length, rows, ...(without && { without }) };
}

/** A file that is not a backup, is incomplete, or belongs to another release; the message says what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
