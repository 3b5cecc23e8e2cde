import { operations } from '@fairlead/contract';
import { readDeviceCookie } from '#teams/accounts/signIn/deviceCookie.ts';
import { signIn } from '#teams/accounts/signIn/signIn.ts';
import { signInWithCode } from '#teams/accounts/signIn/signInWithCode.ts';
import { accountClient } from '../../../access/accountClient.ts';
import { tryOnAccount } from '../../../access/tries.ts';
import { refuseForms } from '../../../access/refuseForms.ts';
import { route } from '../../../routing/route.ts';
import { renderOpened } from '../../../views/sessionView.ts';

export const signInRoute = route(operations.signIn, async ({ app, request, body }) => {
  refuseForms(request);
  const client = accountClient(request);
  const device = await readDeviceCookie(app.accounts, accountClient(request, true), body.email);
  return tryOnAccount(app, device ?? body.email, async () => {
    const first = await signIn(app.accounts, body, client);
    if (first.outcome === 'signedIn') return renderOpened(app.accounts, first);
    // The challenge is not handed out: the same call is repeated with the code.
    if (body.code === undefined)
      return { status: 202, body: { secondFactorRequired: true } } as const;
    const cookie = first.setCookies.map((header) => header.split(';', 1)[0]).join('; ');
    const opened = await signInWithCode(app.accounts, { ...client, cookie }, body.code);
    return renderOpened(app.accounts, opened);
  });
});
