import type { Client } from '../Client.ts';
import type { Accounts } from '../createAccounts.ts';
import { nameBrowser } from './browserCookie.ts';
import { DIALOG_MS, makeChallenge } from './challenges.ts';
import { needRelyingParty } from './relyingParty.ts';

/** What any passkey of this dashboard can answer, once, in this browser. */
export async function startPasskeySignIn(accounts: Accounts, client: Client) {
  const { id: rpId } = needRelyingParty(accounts);
  const { browser, setCookie } = await nameBrowser(accounts, client);
  const challenge = await makeChallenge(accounts, { browser });
  const request = { challenge, rpId, timeout: DIALOG_MS, userVerification: 'required' } as const;
  return { request, setCookie };
}
