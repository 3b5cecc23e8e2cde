import { LIMITS, limitText } from '@fairlead/contract/limits';
import { Problem } from '#platform/lib/Problem.ts';
import { newId } from '#platform/lib/uuid.ts';
import type { Accounts } from '../createAccounts.ts';
import type { DashboardCaller } from '../sessions/verifyDashboardToken.ts';
import { takeChallenge } from './challenges.ts';
import { lockUser } from '../users/lockUser.ts';
import { type Passkey, PASSKEY_COLUMNS, readPasskey } from './Passkey.ts';
import { ALGORITHMS, needRelyingParty } from './relyingParty.ts';
import { explainRefusal } from './explainRefusal.ts';

/** What the browser answers; all in base64url. */
export interface MadePasskey {
  readonly name: string;
  readonly id: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
}

/** VALIDATION_ERROR for an answer to no challenge of this session, CONFLICT for a passkey that is known, or too many. */
export async function addPasskey(
  accounts: Accounts,
  { user, sessionId }: DashboardCaller,
  made: MadePasskey,
): Promise<Passkey> {
  const { publicKey, counter } = await examine(accounts, { user, sessionId }, made);
  return accounts.db.transaction().execute(async (tx) => {
    await lockUser(tx, user);
    const { total } = await tx
      .selectFrom('passkeys')
      .select((any) => any.fn.countAll<number>().as('total'))
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    if (total >= LIMITS.passkeysPerAccount) {
      const most = limitText('passkeysPerAccount');
      throw new Problem('CONFLICT', `An account can have ${most} passkeys; remove one first`);
    }
    const row = await tx
      .insertInto('passkeys')
      .values({
        id: newId(),
        user_id: user.id,
        credential_id: made.id,
        public_key: Buffer.from(publicKey),
        counter,
        transports: [...made.transports],
        host: needRelyingParty(accounts).id,
        name: made.name.trim(),
        created_at: new Date(accounts.now()),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning(PASSKEY_COLUMNS)
      .executeTakeFirst();
    if (row === undefined) throw new Problem('CONFLICT', 'This passkey was added before');
    return readPasskey(row);
  });
}

async function examine(
  accounts: Accounts,
  { user, sessionId }: DashboardCaller,
  made: MadePasskey,
) {
  const { id, clientDataJSON, attestationObject } = made;
  const holder = { session: sessionId, userId: user.id };
  const challenge = await takeChallenge(accounts, holder, clientDataJSON);
  if (challenge === undefined) {
    throw new Problem('VALIDATION_ERROR', 'The browser’s answer came too late; try again');
  }
  const { id: expectedRPID, origin: expectedOrigin } = needRelyingParty(accounts);
  // Loaded here: few processes ever need it, and it takes 26 MB.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...ALGORITHMS],
  }).catch(explainRefusal(accounts, user.id, 'VALIDATION_ERROR'));
  if (!verified) throw new Problem('VALIDATION_ERROR', 'The passkey could not be verified');
  return registrationInfo.credential;
}
