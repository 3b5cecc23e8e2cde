/** What one click, one link and one disk flush cost. Every prediction is made of these. */
export interface Costs {
  /** Processor time of the server for a redirect, its click in the journal included, in µs. */
  readonly serverMicros: number;
  /** Processor time of the server for loading one click afterwards, in µs. */
  readonly loaderMicros: number;
  /** Processor time of PostgreSQL for one click, in µs. */
  readonly databaseMicros: number;
  /** How long one durable write of the journal takes, in µs. */
  readonly flushMicros: number;
  /** Processor time of the load generator for a request, in µs; 0 unless given. */
  readonly generatorMicros?: number;
  readonly journalBytes: number;
  /** Bytes of a click in PostgreSQL, with its indexes and signals. */
  readonly clickBytes: number;
}

/**
 * Measured on 2 cores of a Xeon at 2.80 GHz (bench/README.md, `redirect`): 110.9 µs of the server, of
 * which 11.9 load clicks (journal trial), and 39.4 of PostgreSQL. A click took 88 bytes in the journal and
 * 172 in PostgreSQL with ten million stored; fdatasync of 4 kB took 74 to 118 µs in the median.
 */
export const MEASURED_COSTS: Costs = {
  serverMicros: 99,
  loaderMicros: 11.9,
  databaseMicros: 39.4,
  flushMicros: 100,
  journalBytes: 88,
  clickBytes: 172,
};
