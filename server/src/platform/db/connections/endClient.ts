import type { Client } from 'pg';

/** How long the other side may take to close too, in milliseconds. */
const PATIENCE_MS = 1_000;

/** Closes a connection, even if the other side no longer answers. Never throws. */
export async function endClient(client: Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), PATIENCE_MS);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}
