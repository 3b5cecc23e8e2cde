import type { ClickHouse } from './ClickHouse.ts';

/** A connection whose statements wait until the database has been prepared, which is tried again after a failure. */
export function prepareFirst(
  connection: ClickHouse,
  work: () => Promise<void>,
): { readonly ch: ClickHouse; readonly prepare: () => Promise<void> } {
  let prepared: Promise<void> | undefined;

  function prepare(): Promise<void> {
    prepared ??= work().catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  }

  const ch: ClickHouse = {
    place: connection.place,
    async select<Row>(...asked: Parameters<ClickHouse['select']>) {
      await prepare();
      return connection.select<Row>(...asked);
    },
    async *stream<Row>(...asked: Parameters<ClickHouse['stream']>) {
      await prepare();
      yield* connection.stream<Row>(...asked);
    },
    async run(...asked) {
      await prepare();
      await connection.run(...asked);
    },
    async insert(insertion) {
      await prepare();
      await connection.insert(insertion);
    },
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
  return { ch, prepare };
}
