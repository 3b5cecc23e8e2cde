import type { Accounts } from '../createAccounts.ts';
import type { DashboardCaller } from '../sessions/verifyDashboardToken.ts';
import { DIALOG_MS, makeChallenge } from './challenges.ts';
import { confirmPerson } from '../passwords/confirmPerson.ts';
import { ALGORITHMS, needRelyingParty } from './relyingParty.ts';
import { userHandleOf } from './Passkey.ts';

/** What the browser needs to make a passkey that signs in without an email, once it knows who is at the keyboard. */
export async function startPasskey(
  accounts: Accounts,
  caller: DashboardCaller,
  password: string | undefined,
) {
  const { user, sessionId } = caller;
  const { id } = needRelyingParty(accounts);
  await confirmPerson(accounts, caller, password);
  const known = await accounts.db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', user.id)
    .where('host', '=', id)
    .execute();
  return {
    challenge: await makeChallenge(accounts, { session: sessionId, userId: user.id }),
    timeout: DIALOG_MS,
    rp: { id, name: 'Fairlead' },
    user: { id: userHandleOf(user), name: user.email, displayName: user.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    excludeCredentials: known.map((passkey) => ({
      type: 'public-key' as const,
      id: passkey.credential_id,
      transports: passkey.transports,
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  } as const;
}
