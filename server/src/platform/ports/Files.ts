export interface StoredFile {
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** The port to files that outlive a process; `platform/adapters/files.ts` implements it. Names are paths with `/`. */
export interface Files {
  /** Stores all of it under the name or, if reading the content fails, nothing; returns its size in bytes. */
  write(name: string, content: AsyncIterable<Uint8Array>): Promise<number>;
  read(name: string): Promise<StoredFile | undefined>;
  /** Succeeds even if there is none. */
  delete(name: string): Promise<void>;
  /** Deletes partial files left on this machine by processes killed before this time. */
  deleteDrafts(before: Date): Promise<void>;
}
