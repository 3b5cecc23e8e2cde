/** What the operator's monitoring reads at `/metrics`. Counting costs an addition, for it is on hot paths. */
export interface Metrics {
  countApiAnswer(operationId: string, status: number): void;
  /** An answer of the link host or the launch domain. */
  countVisitAnswer(status: number): void;
  /** A write to the disk that made this many records of visits durable, and the seconds it took. */
  countStoredRecords(records: number, seconds: number): void;
  /** A transaction that brought this many of them to the database. */
  countLoadedRecords(records: number, seconds: number): void;
  /** Records that the database will never take. */
  countRefusedRecords(records: number): void;
  /** A number that is read when it is asked for, by state. */
  watch(gauge: WatchedGauge): void;
  /** Adds memory, processor time, event loop and garbage collection of the process. */
  watchProcess(): void;
  /** All of it, of every process of this machine, as Prometheus reads it. */
  read(): Promise<Measurements>;
}

export interface WatchedGauge {
  readonly name: string;
  readonly help: string;
  readonly read: () => Readonly<Record<string, number>>;
}

export interface Measurements {
  readonly mediaType: string;
  readonly text: string;
}
