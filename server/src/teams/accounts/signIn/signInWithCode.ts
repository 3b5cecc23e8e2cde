import { Problem } from '#platform/lib/Problem.ts';
import { claimTotpStep } from './claimTotpStep.ts';
import { type Client, clientHeaders } from '../Client.ts';
import type { Accounts } from '../createAccounts.ts';
import { explainRefusedCode } from './explainRefusedCode.ts';
import { findChallenge } from './findChallenge.ts';
import { readRenewed, type RenewedSession } from '../sessions/readRenewed.ts';
import { refuse } from './refuse.ts';
import { withCurrentCookies } from './withCurrentCookies.ts';

const TOTP = /^\d{6}$/;
/** Not a code, so that the library refuses it and counts the failure. */
const NO_CODE = '';

/**
 * Answers the challenge in the client's cookie with a code from the authenticator app or a backup code, each of
 * which works once. UNAUTHORIZED for any other; ten wrong ones lock the second factor for 15 minutes.
 */
export async function signInWithCode(
  accounts: Accounts,
  client: Client,
  code: string,
): Promise<RenewedSession> {
  const challenge = await findChallenge(accounts, client);
  if (challenge === undefined) {
    throw new Problem('UNAUTHORIZED', 'No sign-in waits for a code any more; sign in again');
  }
  const { userId } = challenge;
  const headers = clientHeaders(withCurrentCookies(accounts, client));
  try {
    return await readRenewed(
      accounts,
      await answerChallenge(accounts, userId, code.replaceAll(' ', ''), headers),
    );
  } catch (refusal) {
    return await explainRefusedCode(accounts, userId, refusal);
  }
}

async function answerChallenge(
  accounts: Accounts,
  userId: string,
  code: string,
  headers: Headers,
): Promise<Headers> {
  const { api } = accounts.auth;
  const refused = refuse(
    'UNAUTHORIZED',
    'Invalid code; take the one the app shows now, with the clock of the device right, or a backup code',
  );
  if (!TOTP.test(code)) {
    const answered = await api
      .verifyBackupCode({ body: { code }, headers, returnHeaders: true })
      .catch(refused);
    return answered.headers;
  }
  const claim = await claimTotpStep(accounts, userId, code);
  if (claim === 'used') {
    throw new Problem(
      'UNAUTHORIZED',
      'This code was used already; wait until the app shows the next one',
    );
  }
  const body = { code: claim === 'claimed' ? code : NO_CODE };
  const answered = await api.verifyTOTP({ body, headers, returnHeaders: true }).catch(refused);
  return answered.headers;
}
