import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { newClient } from '../connections/connect.ts';
import { isSqlstate } from '../sqlstates.ts';

const NAME = 'fairlead';

/** Connection strings of an embedded server: `admin` is its superuser, `application` is not. */
export function connectionStrings(port: number, password: string) {
  const at = `${encodeURIComponent(password)}@127.0.0.1:${port}`;
  return {
    admin: `postgresql://postgres:${at}/postgres`,
    application: `postgresql://${NAME}:${at}/${NAME}`,
  };
}

/**
 * Creates our role and database unless they exist. The role is not a superuser, so that a mistake
 * in a query cannot reach the machine's files or programs.
 */
export async function ensureDatabase(admin: string, password: string): Promise<void> {
  const client = await connectPatiently(admin);
  try {
    const roles = await client.query('select 1 from pg_roles where rolname = $1', [NAME]);
    if (roles.rowCount === 0) {
      const secret = client.escapeLiteral(password);
      await client.query(`create role ${NAME} login createdb password ${secret}`);
    }
    const databases = await client.query('select 1 from pg_database where datname = $1', [NAME]);
    if (databases.rowCount === 0) await client.query(`create database ${NAME} owner ${NAME}`);
  } finally {
    await client.end();
  }
}

// A server that was found running may still be recovering; any other answer is final.
async function connectPatiently(connectionString: string): Promise<Client> {
  for (;;) {
    const client = newClient({ connectionString, waitMs: 5_000, silentMs: 30_000 });
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (!isSqlstate(error, 'cannotConnectNow')) throw error;
      await sleep(100);
    }
  }
}
