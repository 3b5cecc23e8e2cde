/** A type of PostgreSQL, and how an array parameter of it is made from rows. */
export interface ColumnType<Value> {
  readonly name: string;
  array<Row>(rows: readonly Row[], read: (row: Row) => Value | null): Buffer | string;
}

/** A column of a relation that a statement gets as parameters. */
export interface RowColumn<Row> {
  readonly name: string;
  readonly type: string;
  values(rows: readonly Row[]): Buffer | string;
}

export function column<Row, Value>(
  name: string,
  type: ColumnType<Value>,
  read: (row: Row) => Value | null,
): RowColumn<Row> {
  return { name, type: type.name, values: (rows) => type.array(rows, read) };
}

/** Names of columns, for lists in SQL. */
export function namesOf(columns: readonly RowColumn<never>[]): string {
  return columns.map(({ name }) => name).join(', ');
}

/** SQL: rows as a relation with these columns; its array parameters begin with the number `first`. */
export function rowParameters(
  alias: string,
  columns: readonly RowColumn<never>[],
  first: number,
): string {
  const parameters = columns.map(({ type }, index) => `$${first + index}::${type}[]`);
  return `unnest(${parameters.join(', ')}) as ${alias} (${namesOf(columns)})`;
}
