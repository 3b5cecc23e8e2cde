import { Problem } from '#platform/lib/Problem.ts';
import type { Client } from '../Client.ts';
import type { Accounts } from '../createAccounts.ts';
import { openSession } from '../signIn/openSession.ts';
import type { RenewedSession } from '../sessions/readRenewed.ts';
import { findUser } from '../users/findUser.ts';
import { readBrowserCookie } from './browserCookie.ts';
import { takeChallenge } from './challenges.ts';
import { explainRefusal } from './explainRefusal.ts';
import { needRelyingParty } from './relyingParty.ts';
import { userHandleOf } from './Passkey.ts';

/** What the browser answers; all in base64url. */
export interface PasskeyAnswer {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
  readonly userHandle: string | null;
}

/**
 * Opens a session for the owner of the passkey. The authenticator has verified them, so a second factor is not asked
 * for. UNAUTHORIZED for everything else; each challenge is used up by its first try.
 */
export async function signInWithPasskey(
  accounts: Accounts,
  client: Client,
  answer: PasskeyAnswer,
): Promise<RenewedSession> {
  const browser = await readBrowserCookie(accounts, client);
  const challenge = browser && (await takeChallenge(accounts, { browser }, answer.clientDataJSON));
  if (!challenge) {
    throw new Problem('UNAUTHORIZED', 'The passkey came too late, or twice; try again');
  }
  const passkey = await findPasskey(accounts, answer);
  const counter = await examine(accounts, passkey, challenge, answer);
  await recordUse(accounts, passkey, counter);
  const user = await findUser(accounts.db, { id: passkey.user_id });
  if (user === undefined) throw unknown();
  return openSession(accounts, user, client);
}

type KnownPasskey = Awaited<ReturnType<typeof findPasskey>>;

async function findPasskey(accounts: Accounts, { id, userHandle }: PasskeyAnswer) {
  const row = await accounts.db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'public_key', 'counter'])
    .where('credential_id', '=', id)
    .where('host', '=', needRelyingParty(accounts).id)
    .executeTakeFirst();
  // The authenticator names its owner too, and both must mean the same person.
  if (row === undefined || userHandle !== userHandleOf({ id: row.user_id })) throw unknown();
  return row;
}

async function examine(
  accounts: Accounts,
  passkey: KnownPasskey,
  challenge: string,
  { id, clientDataJSON, authenticatorData, signature }: PasskeyAnswer,
): Promise<number> {
  const { id: expectedRPID, origin: expectedOrigin } = needRelyingParty(accounts);
  // Loaded here: few processes ever need it, and it takes 26 MB.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const refuse = explainRefusal(accounts, passkey.user_id, 'UNAUTHORIZED');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
    // It refuses a counter that has not grown: then there may be a copy of the key.
    credential: {
      id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(refuse);
  return verified ? authenticationInfo.newCounter : refuse(new Error('Wrong signature'));
}

/** Only if no other sign-in with the same counter was faster, and the passkey was not removed meanwhile. */
async function recordUse(
  { db, now }: Accounts,
  { id, counter: before }: KnownPasskey,
  counter: number,
): Promise<void> {
  const used = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: new Date(now()) })
    .where('id', '=', id)
    .where('counter', '=', before)
    .returning('id')
    .executeTakeFirst();
  if (used === undefined) throw unknown();
}

function unknown(): Problem {
  return new Problem(
    'UNAUTHORIZED',
    'This passkey signs in to no account here; it may have been removed. Sign in in another way',
  );
}
