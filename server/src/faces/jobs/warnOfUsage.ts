import type { App } from '../App.ts';
import { eachApart } from '#platform/db/apart.ts';
import { MINUTE_MS } from '#platform/lib/time.ts';
import { claimWarnings, type DueWarning, releaseWarning } from '#teams/plans/claimWarnings.ts';
import { COUNTED_LIMITS } from '#teams/plans/countUsage.ts';
import { getPlan } from '#teams/plans/readPlans.ts';
import { renderUsageWarning } from '#teams/plans/renderUsageWarning.ts';
import { brandMail } from '#teams/projects/brand/brandMail.ts';
import type { Timer } from './repeat.ts';

/** Emails owners within ten minutes when a limit is near or reached. */
export const warnOfUsage: Timer = {
  everyMs: 10 * MINUTE_MS,
  round: (app) => sendUsageWarnings(app, new Date()),
  failure: 'Usage warnings could not be sent; tried again soon',
};

/** One round; returns how many emails were sent. An email that fails is retried in the next round. */
export async function sendUsageWarnings(
  app: Pick<App, 'db' | 'plans' | 'mail' | 'config'>,
  now: Date,
): Promise<number> {
  let sent = 0;
  await eachApart(COUNTED_LIMITS, {
    nameOf: (limit) => limit,
    async work(limit) {
      await eachApart(await claimWarnings(app.db, app.plans, { limit, now }), {
        nameOf: ({ projectId }) => `project ${projectId}`,
        async work(warning) {
          await sendWarning(app, warning, now);
          sent += 1;
        },
      });
    },
  });
  return sent;
}

async function sendWarning(
  { db, plans, mail, config }: Parameters<typeof sendUsageWarnings>[0],
  warning: DueWarning,
  now: Date,
): Promise<void> {
  try {
    const plan = getPlan(plans, warning.plan);
    const message = renderUsageWarning(warning, {
      planName: plan.name,
      sellsOverage: plan.overageRatePer1k !== null,
      url: new URL('/', config.publicUrl).href,
    });
    await mail.send(brandMail(message, warning.brand?.mails));
  } catch (error) {
    await releaseWarning(db, warning, now);
    throw new Error(`not sent: ${String(error)}`, { cause: error });
  }
}
