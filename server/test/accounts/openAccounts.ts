import { createAccounts, type AccountsOptions } from '#teams/accounts/createAccounts.ts';
import { createUser } from '#teams/accounts/users/createUser.ts';
import type { Log } from '#platform/ports/Log.ts';
import type { Mail, MailMessage } from '#platform/ports/Mail.ts';
import { newId } from '#platform/lib/uuid.ts';
import { createProject } from '#teams/projects/createProject.ts';
import { useDatabase } from '../support/database.ts';
import { quickHashes } from '../support/quickHashes.ts';

export const SECRET = 'a secret of the tests, long enough for any rule';
export const PASSWORD = 'correct horse battery';

/** Accounts over the test database, with a clock that can be set forward and mails kept in a list. */
export async function openAccounts(options: Partial<AccountsOptions> = {}) {
  const { db } = await useDatabase();
  const mails: MailMessage[] = [];
  const errors: string[] = [];
  const log = errorList(errors);
  const clock = { aheadMs: 0 };
  const accounts = createAccounts({
    db,
    secret: SECRET,
    publicUrl: 'https://fairlead.test',
    mail: mailList(mails),
    log,
    passwords: quickHashes,
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
    newProject: () => createProject(db, { name: 'Test', plan: 'free' }),
    async [Symbol.asyncDispose]() {
      await accounts[Symbol.asyncDispose]();
    },
  };
}

function mailList(mails: MailMessage[]): Mail {
  return {
    delivers: true,
    sender: { name: 'Fairlead', address: 'no-reply@fairlead.test' },
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
