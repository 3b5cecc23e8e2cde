import { operations } from '@fairlead/contract';
import { isServerOwner } from '#teams/accounts/users/isServerOwner.ts';
import type { App } from '../../../App.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { route } from '../../routing/route.ts';

export const sendTestMailRoute = route(operations.sendTestMail, async ({ app, caller }) => {
  const { user } = caller;
  if (!(await isServerOwner(app.db, user, app.config.adminEmail))) {
    throw new Problem('NOT_FOUND', 'Only the owner of this server has its settings');
  }
  return { status: 200, body: { to: user.email, problem: await trySending(app, user.email) } };
});

/** The mail server's answer is shown to the owner, because it says what to fix. */
async function trySending({ mail, config }: App, to: string): Promise<string | null> {
  const { origin } = config.publicUrl;
  try {
    await mail.send({
      to,
      subject: 'Test email from Fairlead',
      text: `This is the test email that you requested at ${origin}/\n`,
    });
  } catch (error) {
    return `The email could not be sent: ${(error as Error).message}`;
  }
  return mail.delivers
    ? null
    : 'SMTP_URL is not set: the email was written to DATA_DIR/mail and not delivered';
}
