import { finding } from '@fairlead/contract/finding';
import type { Accounts } from '../../accounts/createAccounts.ts';
import { insertUser, type PreparedUser, prepareUser } from '../../accounts/users/createUser.ts';
import { findUser } from '../../accounts/users/findUser.ts';
import type { User } from '../../accounts/users/User.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { addMember } from './addMember.ts';
import type { Invitation } from './Invitation.ts';

interface NewMember {
  readonly name?: string | undefined;
  readonly password?: string | undefined;
}

/**
 * The account that the invited person needs, with its password hashed; undefined if there is one already. A token sent by email verifies
 * that email; one that was passed on does not, so an account created with it has to confirm its email later. Throws VALIDATION_ERROR
 * without a password for a new account. Not within a transaction.
 */
export async function prepareInvited(
  { db, accounts }: { readonly db: Db; readonly accounts: Accounts },
  { email, mailed }: Invitation,
  { name, password }: NewMember,
): Promise<PreparedUser | undefined> {
  if (await findUser(db, { email })) return undefined;
  if (password === undefined) throw passwordRequired(email);
  return prepareUser(accounts, {
    email,
    password,
    emailVerified: mailed,
    ...(name !== undefined && { name }),
  });
}

/**
 * Makes the invited person a member; `prepared` is for one without an account. `db` is the transaction that locks the invitation.
 */
export async function acceptInvitation(
  db: Db,
  invitation: Invitation,
  prepared: PreparedUser | undefined,
): Promise<{ user: User; accountCreated: boolean }> {
  const known = await findUser(db, { email: invitation.email });
  if (known && !known.emailVerified && invitation.mailed) throw unconfirmed(known);
  // The account was deleted a moment ago.
  if (!known && !prepared) throw passwordRequired(invitation.email);
  const user = known ?? (await insertUser(db, prepared!));
  await addMember(db, { id: invitation.projectId }, user, invitation.role);
  await db.deleteFrom('invitations').where('id', '=', invitation.id).execute();
  return { user, accountCreated: known === undefined };
}

/**
 * The person who reads the email need not be the one who created the account: the owner of the mailbox decides, by
 * setting a new password.
 */
function unconfirmed({ email }: User): Problem {
  return new Problem(
    'FORBIDDEN',
    `The account of ${email} has not confirmed its address: set a new password by mail, sign in, confirm the address under “Your account”, and accept again`,
  );
}

function passwordRequired(email: string): Problem {
  const message = `password is required: ${email} has no account yet`;
  return new Problem('VALIDATION_ERROR', finding('password', 'required', message));
}
