import type { App } from '../app.ts';
import { checkDns } from '../domains/checkDns.ts';
import { claimDueDomains } from '../domains/claimDueDomains.ts';
import type { ProjectDomain } from '../domains/ProjectDomain.ts';
import { recordCheck } from '../domains/recordCheck.ts';
import { Problem } from '../lib/Problem.ts';
import { repeat } from './repeat.ts';

/** Milliseconds between two looks for domains that are due. */
const EVERY = 60_000;
const BATCH = 20;

/** Looks at the DNS of domains in the background; processes share the work, for a claimed domain is due no more. */
export function checkDomains(app: App): AsyncDisposable {
  return repeat(app, {
    everyMs: EVERY,
    round: () => checkDueDomains(app),
    failure: 'Domains could not be checked; they come up again',
  });
}

/** One round: at most 20 domains, side by side. */
export async function checkDueDomains(app: App): Promise<void> {
  const domains = await claimDueDomains(app.db, BATCH);
  await Promise.all(domains.map((domain) => checkDomain(app, domain)));
}

async function checkDomain(app: App, domain: ProjectDomain): Promise<void> {
  const check = await checkDns(app.dns, domain, app.config.publicUrl.hostname);
  // Nobody answered: that says nothing about the domain.
  if (check === undefined) return;
  try {
    await recordCheck(app.db, { kind: 'system' }, domain, check);
  } catch (error) {
    // Another project proved the host first: this one stays unproved.
    if (!(error instanceof Problem)) throw error;
  }
}
