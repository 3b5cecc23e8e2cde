import { finding } from '@fairlead/contract/finding';
import { Problem } from '#platform/lib/Problem.ts';
import { newId } from '#platform/lib/uuid.ts';
import { checkPassword } from '../passwords/checkPassword.ts';
import type { Accounts } from '../createAccounts.ts';
import { checkName, nameInMail } from './checkName.ts';
import { normaliseEmail } from './normaliseEmail.ts';
import type { Db } from '#platform/db/Db.ts';
import { USER_COLUMNS, type User, readUser } from './User.ts';
import { LIMITS } from '@fairlead/contract/limits';

export interface NewUser {
  readonly email: string;
  readonly password: string;
  /** The part before the @ when left out. */
  readonly name?: string;
  /** True if the email is verified, because an invitation sent to it was accepted. */
  readonly emailVerified?: boolean;
}

/** A user that is checked, and whose password is hashed, but who is not written yet. */
export interface PreparedUser {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly emailVerified: boolean;
}

/** Throws VALIDATION_ERROR, or CONFLICT for an email that is taken. */
export async function createUser(accounts: Accounts, input: NewUser): Promise<User> {
  return insertUser(accounts.db, await prepareUser(accounts, input));
}

/**
 * Never within a transaction: hashing is slow on purpose, one hash at a time, and whatever the transaction has locked would wait for
 * everybody who signs in. Throws VALIDATION_ERROR.
 */
export async function prepareUser(accounts: Accounts, input: NewUser): Promise<PreparedUser> {
  const email = normaliseEmail(input.email);
  checkPassword(input.password);
  const name =
    input.name === undefined
      ? nameInMail(email.slice(0, email.lastIndexOf('@')), 'Someone')
      : readName(input.name);
  const { password: hasher } = await accounts.auth.$context;
  const passwordHash = await hasher.hash(input.password);
  return { email, name, passwordHash, emailVerified: input.emailVerified ?? false };
}

/**
 * Written here and not by the library, so that it can be part of a transaction with project, domain and key. Throws CONFLICT for an
 * email that is taken.
 */
export async function insertUser(
  db: Db,
  { email, name, passwordHash, emailVerified }: PreparedUser,
): Promise<User> {
  const user = { id: newId(), name, email, email_verified: emailVerified };
  const credential = {
    id: newId(),
    user_id: user.id,
    provider_id: 'credential',
    account_id: user.id,
  };
  // One statement, so that there is no user without a password even outside a transaction.
  const row = await db
    .with('created', (query) =>
      query
        .insertInto('users')
        .values(user)
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning(USER_COLUMNS),
    )
    .with('credential', (query) =>
      query
        .insertInto('user_accounts')
        .columns(['id', 'user_id', 'provider_id', 'account_id', 'password'])
        .expression((select) =>
          select
            .selectFrom('created')
            .select((use) => [
              use.cast<string>(use.val(credential.id), 'uuid').as('id'),
              'created.id as user_id',
              use.val(credential.provider_id).as('provider_id'),
              use.val(credential.account_id).as('account_id'),
              use.val(passwordHash).as('password'),
            ]),
        ),
    )
    .selectFrom('created')
    .selectAll()
    .executeTakeFirst();
  if (row === undefined) {
    const message = 'This email is already registered; sign in or use another one';
    throw new Problem('CONFLICT', finding('email', 'taken', message));
  }
  return readUser(row);
}

function readName(name: string): string {
  const trimmed = name.trim();
  if (trimmed.length < 1 || trimmed.length > LIMITS.nameLength || /\p{Cc}/u.test(trimmed)) {
    const message = `name must have 1 to ${LIMITS.nameLength} characters, none of them a control character`;
    throw new Problem('VALIDATION_ERROR', finding('name', 'format', message));
  }
  const findings = checkName('name', trimmed);
  if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
  return trimmed;
}
