import type { Connection } from './connect.ts';
import { watchConnections, type WatchOptions } from './watchConnections.ts';

/** A pool on which nothing waits for ever for a connection that died silently, or a database that has stopped. */
export function watched(connection: Connection, options: WatchOptions): Connection {
  const watch = watchConnections(connection.pool, options);
  return {
    ...connection,
    async [Symbol.asyncDispose]() {
      await watch[Symbol.asyncDispose]();
      await connection[Symbol.asyncDispose]();
    },
  };
}
