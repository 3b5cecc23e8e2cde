import { operations } from '@fairlead/contract';
import { explainRefusedCode } from '../../accounts/explainRefusedCode.ts';
import { signIn as signInWith } from '../../accounts/signIn.ts';
import { signInWithCode } from '../../accounts/signInWithCode.ts';
import { accountClient } from '../accountClient.ts';
import { refuseForms } from '../refuseForms.ts';
import { route } from '../route.ts';
import { renderOpened } from '../views/sessionView.ts';

export const signIn = route(operations.signIn, async ({ app, request, body }) => {
  refuseForms(request);
  const client = accountClient(request);
  const first = await signInWith(app.accounts, body, client);
  if (first.outcome === 'signedIn') return renderOpened(app.accounts, first);
  // The challenge stays here: the same call comes again with the code.
  if (body.code === undefined)
    return { status: 202, body: { secondFactorRequired: true } } as const;
  const opened = await signInWithCode(app.accounts, first.setCookies, body.code, client).catch(
    (refusal: unknown) => explainRefusedCode(app.accounts, body.email, refusal),
  );
  return renderOpened(app.accounts, opened);
});
