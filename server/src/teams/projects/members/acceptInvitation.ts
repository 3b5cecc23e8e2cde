import { finding } from '@fairlead/contract/finding';
import type { Accounts } from '../../accounts/createAccounts.ts';
import { createUser } from '../../accounts/users/createUser.ts';
import { findUser } from '../../accounts/users/findUser.ts';
import type { User } from '../../accounts/users/User.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { addMember } from './addMember.ts';
import type { Invitation } from './Invitation.ts';

/**
 * Makes the invited person a member. A token sent by email verifies that email; one that was passed on does
 * not, so an account created with it has to confirm its email later. A new person needs a password:
 * VALIDATION_ERROR without one. `db` is the transaction that locks the invitation.
 */
export async function acceptInvitation(
  db: Db,
  accounts: Accounts,
  invitation: Invitation,
  input: { readonly name?: string | undefined; readonly password?: string | undefined },
): Promise<{ user: User; accountCreated: boolean }> {
  const known = await findUser(db, { email: invitation.email });
  if (known && !known.emailVerified && invitation.mailed) throw unconfirmed(known);
  const user = known ?? (await createInvited(db, accounts, invitation, input));
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

async function createInvited(
  db: Db,
  accounts: Accounts,
  { email, mailed }: Invitation,
  {
    name,
    password,
  }: { readonly name?: string | undefined; readonly password?: string | undefined },
): Promise<User> {
  if (password === undefined) {
    const message = `password is required: ${email} has no account yet`;
    throw new Problem('VALIDATION_ERROR', finding('password', 'required', message));
  }
  return createUser(
    accounts,
    { email, password, emailVerified: mailed, ...(name !== undefined && { name }) },
    db,
  );
}
