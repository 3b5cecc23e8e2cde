import { operations } from '@fairlead/contract';
import { Problem } from '#platform/lib/Problem.ts';
import { brandMail } from '#teams/projects/brand/brandMail.ts';
import { checkMails } from '#teams/projects/brand/checkMails.ts';
import { route } from '../../routing/route.ts';
import { sampleMail } from './sampleMails.ts';
import { serverNames } from './serverNames.ts';

export const previewMailRoute = route(operations.previewMail, async ({ app, caller, body }) => {
  const { mails, kind } = body;
  const findings = checkMails(mails, serverNames(app));
  if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
  const sample = sampleMail(kind, caller, app.config.publicUrl);
  const { subject, text, senderName, replyTo } = brandMail(sample, mails, kind);
  const { name, address } = app.mail.sender;
  return {
    status: 200,
    body: { from: { name: senderName ?? name, address }, replyTo: replyTo ?? null, subject, text },
  };
});
