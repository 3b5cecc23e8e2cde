/**
 * A backup is one gzip file of records: a heading line, for each table a line and its rows in chunks, and an
 * end line. A file without its end line, or whose rows do not match the checksums there, is not a backup.
 */

/** The format version; readers refuse others. */
export const FORMAT = 1;

export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/** A month of a partitioned table: recreated if the restored database does not have it. */
export interface Partition {
  readonly name: string;
  readonly parent: string;
  /** Such as `FOR VALUES FROM ('…') TO ('…')`. */
  readonly bound: string;
}

export interface Heading {
  readonly fairleadBackup: typeof FORMAT;
  readonly version: string;
  readonly createdAt: string;
  readonly migrations: readonly AppliedMigration[];
  readonly partitions: readonly Partition[];
  /** Allows checking whether a SECRET is the one of this backup, without revealing it. */
  readonly secretProof: string;
  /** The SECRET that the server generated; absent if the operator set it. */
  readonly secret?: string;
}

/** Precedes the rows of a table; `columns` are the stored ones, generated ones are computed again. */
export interface TableHeading {
  readonly table: string;
  readonly columns: readonly string[];
}

export interface TableSum {
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** A sequence that continues where it was. */
export interface Sequence {
  readonly name: string;
  readonly value: string;
}

export interface Ending {
  readonly end: true;
  readonly tables: Readonly<Record<string, TableSum>>;
  readonly sequences: readonly Sequence[];
}

/** What a backup contains, reported when it is written, verified or restored. */
export interface BackupSummary {
  readonly version: string;
  readonly createdAt: string;
  readonly tables: number;
  readonly rows: number;
}

export function summarise({ version, createdAt }: Heading, { tables }: Ending): BackupSummary {
  const sums = Object.values(tables);
  const rows = sums.reduce((total, sum) => total + sum.rows, 0);
  return { version, createdAt, tables: sums.length, rows };
}

/** A file that is not a backup, is incomplete, or belongs to another release; the message says what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
