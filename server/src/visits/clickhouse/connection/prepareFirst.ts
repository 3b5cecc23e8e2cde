import type { ClickHouse } from './ClickHouse.ts';

/** A connection whose statements wait until the database has been prepared, which is tried again after a failure. */
export function prepareFirst(connection: ClickHouse, work: () => Promise<void>) {
  let prepared: Promise<void> | undefined;

  function prepare(): Promise<void> {
    prepared ??= work().catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  }

  const ch: ClickHouse = {
    ...connection,
    select: (text) => prepare().then(() => connection.select(text)),
    async *stream(text) {
      await prepare();
      yield* connection.stream(text);
    },
    run: (text) => prepare().then(() => connection.run(text)),
    insert: (insertion) => prepare().then(() => connection.insert(insertion)),
  };
  return { ch, prepare };
}
