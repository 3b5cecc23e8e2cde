import { Problem } from '#platform/lib/Problem.ts';
import type { Accounts } from '../createAccounts.ts';
import { createUser } from './createUser.ts';
import { findUser } from './findUser.ts';
import { generatePassword } from '../passwords/generatePassword.ts';

/** Creates the account of ADMIN_EMAIL if there is none; returns its first password, or undefined. */
export async function ensureAdmin(accounts: Accounts, email: string): Promise<string | undefined> {
  if (await findUser(accounts.db, { email })) return undefined;
  const password = generatePassword();
  try {
    await createUser(accounts, { email, password, emailVerified: true });
    return password;
  } catch (error) {
    // Another process of the same first start was faster, and prints the password.
    if (error instanceof Problem && error.code === 'CONFLICT') return undefined;
    throw error;
  }
}
