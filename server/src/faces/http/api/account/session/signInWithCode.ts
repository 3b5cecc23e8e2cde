import { operations } from '@fairlead/contract';
import { findChallenge } from '#teams/accounts/signIn/findChallenge.ts';
import { signInWithCode } from '#teams/accounts/signIn/signInWithCode.ts';
import { accountClient } from '../../../access/accountClient.ts';
import { tryOnAccount } from '../../../access/tries.ts';
import { refuseForms } from '../../../access/refuseForms.ts';
import { route } from '../../../routing/route.ts';
import { renderOpened } from '../../../views/sessionView.ts';

export const signInWithCodeRoute = route(
  operations.signInWithCode,
  async ({ app, request, body }) => {
    refuseForms(request);
    const client = accountClient(request, true);
    const challenge = await findChallenge(app.accounts, client);
    const answer = () => signInWithCode(app.accounts, client, body.code);
    // Without a challenge there is no account to try.
    const opened = await (challenge ? tryOnAccount(app, challenge.userId, answer) : answer());
    return renderOpened(app.accounts, opened);
  },
);
