/** Where one backup is, or will be: a file, or an object of a bucket. `adapters/backupPlaces.ts` opens it. */
export interface BackupPlace {
  /** As it is shown to people: without credentials. */
  readonly name: string;
  /** Stores the whole of it or, when the content fails, nothing by this name; answers its bytes. */
  write(content: AsyncIterable<Uint8Array>): Promise<number>;
  /** Undefined where there is nothing. */
  read(): Promise<AsyncIterable<Uint8Array> | undefined>;
}
