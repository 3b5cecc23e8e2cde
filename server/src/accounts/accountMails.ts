import type { MailMessage } from '../lib/Mail.ts';

/** Plain text on purpose: nothing to load, nothing to track, and the address is seen before it is opened. */
export function renderPasswordReset(to: string, url: string): MailMessage {
  return {
    to,
    subject: 'Set a new Fairlead password',
    text: `Someone, probably you, asked for a new password for ${to}.

Set it here within an hour:
${url}

All devices will be signed out. If you did not ask, nothing has changed and you can ignore this message.
`,
  };
}

export function renderVerification(to: string, url: string): MailMessage {
  return {
    to,
    subject: 'Confirm your e-mail address for Fairlead',
    text: `Confirm within an hour that ${to} is yours:
${url}

If you do not use Fairlead, ignore this message.
`,
  };
}
