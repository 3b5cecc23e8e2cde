import { operations } from '@fairlead/contract';
import { findChallenge } from '../../accounts/findChallenge.ts';
import { signInWithCode as answerChallenge } from '../../accounts/signInWithCode.ts';
import { accountClient } from '../accountClient.ts';
import { drawForAccount } from '../rateLimit.ts';
import { refuseForms } from '../refuseForms.ts';
import { route } from '../route.ts';
import { renderOpened } from '../views/sessionView.ts';

export const signInWithCode = route(operations.signInWithCode, async ({ app, request, body }) => {
  refuseForms(request);
  const client = accountClient(request, true);
  const challenge = await findChallenge(app.accounts, client);
  if (challenge) await drawForAccount(app, challenge.userId);
  return renderOpened(app.accounts, await answerChallenge(app.accounts, client, body.code));
});
