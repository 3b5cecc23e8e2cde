import { finding } from '@fairlead/contract/finding';
import { Problem } from '#platform/lib/Problem.ts';
import { claimTotpStep } from './claimTotpStep.ts';
import type { Client } from '../Client.ts';
import type { Accounts } from '../createAccounts.ts';
import { readRenewed, type RenewedSession } from '../sessions/readRenewed.ts';
import { refuse } from './refuse.ts';
import { sessionHeaders } from '../sessions/sessionHeaders.ts';
import type { DashboardCaller } from '../sessions/verifyDashboardToken.ts';

export interface SecondFactorSetup {
  readonly uri: string;
  readonly secret: string;
  readonly backupCodes: string[];
}

const WRONG_PASSWORD = finding(
  'password',
  'mismatch',
  'password is not the password of this account',
);
const WRONG_CODE = finding(
  'code',
  'mismatch',
  'code is wrong; check the clock of the device and try again',
);

/** Creates a secret for the authenticator app; sign-in does not change until a first code confirms it. */
export async function startSecondFactor(
  accounts: Accounts,
  sessionId: string,
  password: string,
): Promise<SecondFactorSetup> {
  const made = await accounts.auth.api
    .enableTwoFactor({ body: { password }, headers: await sessionHeaders(accounts, sessionId) })
    .catch(
      refuse('VALIDATION_ERROR', {
        ...WRONG_PASSWORD,
        message: `${WRONG_PASSWORD.message}, or the second factor is on already`,
      }),
    );
  if (!('totpURI' in made))
    throw new Problem('VALIDATION_ERROR', 'The second factor is on already');
  return {
    uri: made.totpURI,
    secret: new URL(made.totpURI).searchParams.get('secret') ?? '',
    backupCodes: made.backupCodes,
  };
}

/**
 * Turns on the second factor; the session is replaced, and the code counts as used. VALIDATION_ERROR for a
 * wrong one.
 */
export async function confirmSecondFactor(
  accounts: Accounts,
  { user, sessionId }: DashboardCaller,
  code: string,
  client: Client = {},
): Promise<RenewedSession> {
  const before = await sessionHeaders(accounts, sessionId, client);
  const body = { code: code.replaceAll(' ', '') };
  const claim = await claimTotpStep(accounts, user.id, body.code);
  if (claim === 'used') {
    const used = finding('code', 'mismatch', 'code was used already; wait for the next one');
    throw new Problem('VALIDATION_ERROR', used);
  }
  if (claim === 'wrong') throw new Problem('VALIDATION_ERROR', WRONG_CODE);
  const { headers } = await accounts.auth.api
    .verifyTOTP({ body, headers: before, returnHeaders: true })
    .catch(refuse('VALIDATION_ERROR', WRONG_CODE));
  if (headers.getSetCookie().length === 0) {
    throw new Problem('VALIDATION_ERROR', 'The second factor is on already');
  }
  accounts.sessionChecks.end(sessionId);
  return readRenewed(accounts, headers);
}

/** Turns it off; the session is replaced. */
export async function disableSecondFactor(
  accounts: Accounts,
  sessionId: string,
  password: string,
  client: Client = {},
): Promise<RenewedSession> {
  const { headers } = await accounts.auth.api
    .disableTwoFactor({
      body: { password },
      headers: await sessionHeaders(accounts, sessionId, client),
      returnHeaders: true,
    })
    .catch(refuse('VALIDATION_ERROR', WRONG_PASSWORD));
  accounts.sessionChecks.end(sessionId);
  return readRenewed(accounts, headers);
}
