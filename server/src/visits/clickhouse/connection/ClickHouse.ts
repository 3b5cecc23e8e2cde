/** Where the tables are. */
export interface ClickHousePlace {
  readonly database: string;
  /** The tables of a cluster are sharded and replicated; undefined: one server. */
  readonly cluster: string | undefined;
}

/** Statements on a ClickHouse database; every failure that is not the statement's is UNAVAILABLE. */
export interface ClickHouse extends AsyncDisposable {
  readonly place: ClickHousePlace;
  /** The rows of a SELECT without a FORMAT. */
  select<Row>(text: string): Promise<Row[]>;
  /** The same in groups as they arrive. */
  stream<Row>(text: string): AsyncIterable<readonly Row[]>;
  /** A statement without rows. */
  run(text: string): Promise<void>;
  /**
   * Adds rows, durable when it resolves. Once rows have been added under a token, further ones under the same token are
   * passed over, in each partition for itself.
   */
  insert(insertion: Insertion): Promise<void>;
}

interface Insertion {
  readonly table: string;
  readonly columns: readonly string[];
  /** In the order of the columns. */
  readonly rows: readonly (readonly unknown[])[];
  readonly token: string;
}
