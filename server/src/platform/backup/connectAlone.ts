import { Client } from 'pg';

/** One connection with settings that make the text form of every value the same everywhere. */
export async function connectAlone(
  connectionString: string,
): Promise<{ readonly client: Client } & AsyncDisposable> {
  const client = new Client({
    connectionString,
    application_name: 'fairlead backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c extra_float_digits=1',
  });
  // A broken connection also fails the current query; that error is the one thrown.
  client.on('error', () => {});
  await client.connect();
  await client.query("set client_encoding to 'UTF8'");
  return { client, [Symbol.asyncDispose]: () => client.end() };
}
