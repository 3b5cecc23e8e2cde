import { operations } from '@fairlead/contract';
import { findChallenge } from '../../../accounts/findChallenge.ts';
import { signInWithCode } from '../../../accounts/signInWithCode.ts';
import { accountClient } from '../../access/accountClient.ts';
import { drawForAccount } from '../../access/rateLimit.ts';
import { refuseForms } from '../../access/refuseForms.ts';
import { route } from '../../routing/route.ts';
import { renderOpened } from '../../views/sessionView.ts';

export const signInWithCodeRoute = route(
  operations.signInWithCode,
  async ({ app, request, body }) => {
    refuseForms(request);
    const client = accountClient(request, true);
    const challenge = await findChallenge(app.accounts, client);
    if (challenge) await drawForAccount(app, challenge.userId);
    return renderOpened(app.accounts, await signInWithCode(app.accounts, client, body.code));
  },
);
