import type { App } from '../App.ts';
import { allApart } from '#platform/db/apart.ts';
import { checkDns } from '#teams/domains/verification/checkDns.ts';
import { claimDueDomains } from '#teams/domains/verification/claimDueDomains.ts';
import type { ProjectDomain } from '#teams/domains/ProjectDomain.ts';
import { recordCheck } from '#teams/domains/verification/recordCheck.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Timer } from './repeat.ts';

const BATCH = 20;

/** Checks the DNS of domains that are due; processes share the work, because a claimed domain is no longer due. */
export const checkDomains: Timer = {
  everyMs: 60_000,
  round: checkDueDomains,
  failure: 'Domains could not be checked; they come up again',
};

/** One round: at most 20 domains, side by side. */
export async function checkDueDomains(app: App): Promise<void> {
  await allApart(await claimDueDomains(app.db, BATCH), {
    nameOf: ({ host, projectId }) => `domain ${host} of project ${projectId}`,
    work: (domain) => checkDomain(app, domain),
  });
}

async function checkDomain(app: App, domain: ProjectDomain): Promise<void> {
  const check = await checkDns(app.dns, domain, app.config.publicUrl.hostname);
  // No DNS server answered: that says nothing about the domain.
  if (check === undefined) return;
  try {
    await recordCheck(app.db, { kind: 'system' }, domain, check);
  } catch (error) {
    // Another project verified the host first: this one stays unverified.
    if (!(error instanceof Problem)) throw error;
  }
}
