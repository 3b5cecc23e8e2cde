import type { Client } from 'pg';
import { newClient } from '../db/connections/connect.ts';

/** One connection with settings that make the text form of every value the same everywhere. */
export async function connectAlone(
  connectionString: string,
): Promise<{ readonly client: Client } & AsyncDisposable> {
  const client = newClient({
    connectionString,
    name: 'fairlead backup',
    settings: { DateStyle: 'ISO', IntervalStyle: 'postgres', extra_float_digits: '1' },
  });
  await client.connect();
  await client.query("set client_encoding to 'UTF8'");
  return { client, [Symbol.asyncDispose]: () => client.end() };
}
