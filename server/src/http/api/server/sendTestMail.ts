import { operations } from '@fairlead/contract';
import { isServerOwner } from '../../../accounts/isServerOwner.ts';
import type { App } from '../../../app.ts';
import { Problem } from '../../../lib/Problem.ts';
import { route } from '../../routing/route.ts';

export const sendTestMailRoute = route(operations.sendTestMail, async ({ app, caller }) => {
  const { user } = caller;
  if (!(await isServerOwner(app.db, user, app.config.adminEmail))) {
    throw new Problem('NOT_FOUND', 'Only the owner of this server has its settings');
  }
  return { status: 200, body: { to: user.email, problem: await trySending(app, user.email) } };
});

/** What the mail server says is for its owner to read: it names the cure. */
async function trySending({ mail, config }: App, to: string): Promise<string | null> {
  const { origin } = config.publicUrl;
  try {
    await mail.send({
      to,
      subject: 'Fairlead can send mail',
      text: `This is the test mail that you asked for at ${origin}/\n`,
    });
  } catch (error) {
    return `The mail server did not take it: ${(error as Error).message}`;
  }
  return mail.delivers
    ? null
    : 'SMTP_URL is not set: the mail was written to DATA_DIR/mail and reaches nobody';
}
