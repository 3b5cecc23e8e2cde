import type { App } from '../App.ts';
import { claimWarnings, releaseWarning } from '#teams/plans/claimWarnings.ts';
import { getPlan } from '#teams/plans/readPlans.ts';
import { renderUsageWarning } from '#teams/plans/renderUsageWarning.ts';
import { brandMail } from '#teams/projects/brand/brandMail.ts';
import { repeat } from './repeat.ts';

const EVERY_MS = 10 * 60 * 1000;

/** Emails owners within ten minutes when a limit is near or reached. Disposing waits for a round in progress. */
export function warnOfUsage(app: App): AsyncDisposable {
  return repeat(app, {
    everyMs: EVERY_MS,
    round: () => sendUsageWarnings(app, new Date()),
    failure: 'Usage could not be looked at; tried again soon',
  });
}

/** One round; returns how many emails were sent. An email that fails is retried in the next round. */
export async function sendUsageWarnings(
  { db, plans, mail, config, log }: App,
  now: Date,
): Promise<number> {
  let sent = 0;
  for (const warning of await claimWarnings(db, plans, now)) {
    const plan = getPlan(plans, warning.plan);
    const message = renderUsageWarning(warning, {
      planName: plan.name,
      sellsOverage: plan.overageRatePer1k !== null,
      url: new URL('/', config.publicUrl).href,
    });
    try {
      await mail.send(brandMail(message, warning.brand?.mails));
      sent += 1;
    } catch (error) {
      await releaseWarning(db, warning, now);
      log.error({ err: error, projectId: warning.projectId }, 'A usage warning could not be sent');
    }
  }
  return sent;
}
