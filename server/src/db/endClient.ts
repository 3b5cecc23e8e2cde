import type { Client } from 'pg';

/** For the other side to close too, in milliseconds. */
const PATIENCE_MS = 1_000;

/** Closes a connection, also when nobody answers there any more. Never throws. */
export async function endClient(client: Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), PATIENCE_MS);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}
