/**
 * A backup is one gzip file of records: a heading line, for each table a line and its rows in chunks, and an
 * end line. A file without its end, or whose rows do not have the checksums of its end, is no backup.
 */

/** The format; a reader refuses others. */
export const FORMAT = 1;

export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/** A month of a partitioned table: made again where the restored database does not have it. */
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
  /** Tells whether another SECRET is the one of this backup, without telling it. */
  readonly secretProof: string;
  /** The SECRET that the server made for itself; absent where its operator keeps it. */
  readonly secret?: string;
}

/** Before the rows of a table; `columns` are those that are stored, generated ones are made again. */
export interface TableHeading {
  readonly table: string;
  readonly columns: readonly string[];
}

export interface TableSum {
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** A counter of the database that goes on where it stood. */
export interface Sequence {
  readonly name: string;
  readonly value: string;
}

export interface Ending {
  readonly end: true;
  readonly tables: Readonly<Record<string, TableSum>>;
  readonly sequences: readonly Sequence[];
}

/** What a backup holds, told when it is written, verified or restored. */
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

/** A file that is no backup, not whole, or of another release: said so that it can be acted on. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
