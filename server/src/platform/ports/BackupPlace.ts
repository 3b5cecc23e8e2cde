/** Where a backup is or will be: a file, or an object in a bucket. `platform/adapters/backupPlaces.ts` opens it. */
export interface BackupPlace {
  /** For display: without credentials. */
  readonly name: string;
  /** Stores all of it or, if reading the content fails, nothing under this name; returns its size in bytes. */
  write(content: AsyncIterable<Uint8Array>): Promise<number>;
  /** Undefined if there is nothing. */
  read(): Promise<AsyncIterable<Uint8Array> | undefined>;
}
