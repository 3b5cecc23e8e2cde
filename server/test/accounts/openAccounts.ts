import { readFile, readdir } from 'node:fs/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { createAccounts, type AccountsOptions } from '../../src/accounts/createAccounts.ts';
import { createUser } from '../../src/accounts/createUser.ts';
import type { AccountTables } from '../../src/accounts/tables.ts';
import type { Log } from '../../src/lib/Log.ts';
import type { Mail, MailMessage } from '../../src/lib/Mail.ts';
import { newId } from '../../src/lib/uuid.ts';

export const SECRET = 'a secret of the tests, long enough for any rule';
export const PASSWORD = 'correct horse battery';

/** Accounts over the test database, with a clock that can be set forward and mails kept in a list. */
export async function openAccounts(options: Partial<AccountsOptions> = {}) {
  const pool = new Pool({ connectionString: process.env['TEST_DATABASE_URL'], max: 4 });
  await migrate(pool);
  const db = new Kysely<AccountTables>({ dialect: new PostgresDialect({ pool }) });
  const mails: MailMessage[] = [];
  const errors: string[] = [];
  const clock = { aheadMs: 0 };
  const accounts = createAccounts({
    db,
    secret: SECRET,
    publicUrl: 'https://fairlead.test',
    mail: mailList(mails),
    log: errorList(errors),
    now: () => Date.now() + clock.aheadMs,
    ...options,
  });
  return {
    accounts,
    db,
    mails,
    errors,
    clock,
    newUser: (email = `${newId()}@example.com`) =>
      createUser(accounts, { email, password: PASSWORD }),
    newProject: async () => {
      const id = newId();
      await sql`insert into projects (id, name, plan) values (${id}, 'Test', 'free')`.execute(db);
      return { id };
    },
    async [Symbol.asyncDispose]() {
      await accounts[Symbol.asyncDispose]();
      await db.destroy();
    },
  };
}

function mailList(mails: MailMessage[]): Mail {
  return {
    send: async (message) => void mails.push(message),
    [Symbol.asyncDispose]: async () => {},
  };
}

function errorList(errors: string[]): Log {
  return {
    info: () => {},
    warn: () => {},
    error: (details, message) => void errors.push(`${message} ${JSON.stringify(details)}`),
  };
}

/** Cookies as a browser sends them back. */
export function cookieHeader(setCookies: readonly string[]): string {
  return setCookies.map((cookie) => cookie.slice(0, cookie.indexOf(';'))).join('; ');
}

async function migrate(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock(42)');
    const { rows } = await client.query(
      `select to_regclass('project_members') is not null as done`,
    );
    if (rows[0].done === true) return;
    const folder = new URL('../../migrations/', import.meta.url);
    for (const name of (await readdir(folder)).toSorted()) {
      await client.query(await readFile(new URL(name, folder), 'utf8'));
    }
  } finally {
    await client.query('select pg_advisory_unlock(42)');
    client.release();
  }
}
