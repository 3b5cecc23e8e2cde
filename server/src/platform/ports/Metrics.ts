/** What the operator's monitoring reads at `/metrics`. Counting is just an addition, because it is on hot paths. */
export interface Metrics {
  countApiAnswer(operationId: string, status: number): void;
  /** An answer of the link host or the launch domain. */
  countVisitAnswer(status: number): void;
  /** A write to the disk that made this many records of visits durable, and the seconds it took. */
  countStoredRecords(records: number, seconds: number): void;
  /** A transaction that loaded this many of them into the database, and the seconds it took. */
  countLoadedRecords(records: number, seconds: number): void;
  /** Records that the database will never accept. */
  countRefusedRecords(records: number): void;
  /** A gauge that is read on demand, by state. */
  watch(gauge: WatchedGauge): void;
  /** Adds the process's memory, CPU time, event loop and garbage collection. */
  watchProcess(): void;
  /** All metrics, of every process on this machine, in Prometheus format. */
  read(): Promise<Measurements>;
}

interface WatchedGauge {
  readonly name: string;
  readonly help: string;
  /** Every process of the machine reads the same numbers: they are not added up. An age (state `seconds`) never is. */
  readonly ofMachine?: boolean;
  readonly read: () => Readonly<Record<string, number>>;
}

export interface Measurements {
  readonly mediaType: string;
  readonly text: string;
}
