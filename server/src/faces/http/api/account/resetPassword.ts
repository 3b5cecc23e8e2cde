import { operations } from '@fairlead/contract';
import { writeDeviceCookie } from '#teams/accounts/signIn/deviceCookie.ts';
import { resetPassword } from '#teams/accounts/passwords/resetPassword.ts';
import { refuseForms } from '../../access/refuseForms.ts';
import { route } from '../../routing/route.ts';

export const resetPasswordRoute = route(
  operations.resetPassword,
  async ({ app, request, body }) => {
    refuseForms(request);
    const user = await resetPassword(app.accounts, body);
    if (user === undefined) return { status: 200, body: { success: true } };
    // Whoever reads the mail is the owner, however many strangers have guessed, and go on.
    for (const who of [user.email, user.id]) await app.rateLimiter?.empty('account', who);
    const cookie = await writeDeviceCookie(app.accounts, user.email);
    return { status: 200, body: { success: true }, headers: { 'set-cookie': cookie } };
  },
);
