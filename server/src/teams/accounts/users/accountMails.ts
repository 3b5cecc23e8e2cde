import type { MailMessage } from '#platform/ports/Mail.ts';

/** Plain text on purpose: nothing to load, nothing to track, and the URL is visible before it is opened. */
export function renderPasswordReset(to: string, url: string): MailMessage {
  return {
    to,
    subject: 'Reset your Fairlead password',
    text: `Someone, probably you, requested a new password for ${to}.

Set it within an hour:
${url}

This signs you out on all devices. If you did not request it, you can ignore this email; nothing has changed.
`,
  };
}

export function renderVerification(to: string, url: string): MailMessage {
  return {
    to,
    subject: 'Confirm your email address for Fairlead',
    text: `Confirm within an hour that ${to} is your email address:
${url}

If you do not use Fairlead, you can ignore this email.
`,
  };
}
