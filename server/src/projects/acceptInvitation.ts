import type { Accounts } from '../accounts/createAccounts.ts';
import { createUser } from '../accounts/createUser.ts';
import { findUser } from '../accounts/findUser.ts';
import type { User } from '../accounts/User.ts';
import type { Db } from '../db/Db.ts';
import { Problem } from '../lib/Problem.ts';
import { addMember } from './addMember.ts';
import type { Invitation } from './Invitation.ts';

/**
 * Makes the invited person a member; the token that led here has proved the address. Somebody new needs
 * a password: VALIDATION_ERROR without. `db` is the transaction that holds the invitation.
 */
export async function acceptInvitation(
  db: Db,
  accounts: Accounts,
  invitation: Invitation,
  input: { readonly name?: string | undefined; readonly password?: string | undefined },
): Promise<{ user: User; accountCreated: boolean }> {
  const known = await findUser(db, { email: invitation.email });
  const user = known ?? (await createInvited(db, accounts, invitation, input));
  if (known && !known.emailVerified) {
    await db
      .updateTable('users')
      .set({ email_verified: true })
      .where('id', '=', known.id)
      .execute();
  }
  await addMember(db, { id: invitation.projectId }, user, invitation.role);
  await db.deleteFrom('invitations').where('id', '=', invitation.id).execute();
  return { user, accountCreated: known === undefined };
}

async function createInvited(
  db: Db,
  accounts: Accounts,
  { email }: Invitation,
  {
    name,
    password,
  }: { readonly name?: string | undefined; readonly password?: string | undefined },
): Promise<User> {
  if (password === undefined) {
    throw new Problem('VALIDATION_ERROR', `password is required: ${email} has no account yet`);
  }
  return createUser(
    accounts,
    { email, password, emailVerified: true, ...(name !== undefined && { name }) },
    db,
  );
}
