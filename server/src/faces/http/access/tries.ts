import type { App } from '../../App.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';
import type { KeyHolder } from '../routing/route.ts';
import { addressOf, type Budget, refusal } from './rateLimit.ts';

// What is charged within a call, beside the call itself: tries, mails, invitations.

/** What is said once nothing is left, with how much there was and how long to wait. */
type Words = (quota: number, wait: string) => string;

async function charge({ rateLimiter }: App, { of, who }: Budget, words: Words): Promise<void> {
  const standing = await rateLimiter?.draw(of, who);
  if (standing?.allowed === false) {
    throw refusal(of, standing, (wait) => words(standing.quota, wait));
  }
}

/**
 * Makes a try on an account, such as a sign-in. Failed tries are charged to its budget, in addition to that of the IP
 * address. `who` is the email as typed, or the id of a browser or of the person signed in: budgets of their own, so that
 * strangers cannot lock out an owner. RATE_LIMITED if nothing is left, whether such an account exists or not.
 */
export function tryOnAccount<Result>(
  app: App,
  who: string,
  attempt: () => Promise<Result>,
): Promise<Result> {
  return chargeFailure(
    app,
    { of: 'account', who: who.trim().toLowerCase() },
    attempt,
    (quota, wait) =>
      `Limit of ${quota} failed tries per hour on this account exceeded; retry in ${wait}, or reset the password`,
  );
}

/** Tries a test code; wrong ones are charged to the budget of the key at the IP address, in addition to that of the call. */
export function tryTestCode<Result>(
  app: App,
  holder: KeyHolder,
  request: RequestFacts,
  attempt: () => Promise<Result>,
): Promise<Result> {
  return chargeFailure(
    app,
    { of: 'testCode', who: addressOf(holder, request) },
    attempt,
    (quota, wait) => `Limit of ${quota} wrong test codes per minute exceeded; retry in ${wait}`,
  );
}

async function chargeFailure<Result>(
  app: App,
  budget: Budget,
  attempt: () => Promise<Result>,
  words: Words,
): Promise<Result> {
  // Charged beforehand, so that many tries at once do not pass together.
  await charge(app, budget, words);
  const result = await attempt();
  app.rateLimiter?.giveBack(budget.of, budget.who);
  return result;
}

/** Charges an email to the budget of its mailbox; RATE_LIMITED applies equally to mailboxes that no account has. */
export function drawForMailbox(app: App, email: string): Promise<void> {
  return charge(
    app,
    { of: 'mailbox', who: email.trim().toLowerCase() },
    (quota, wait) =>
      `Limit of ${quota} emails per hour to one address exceeded; look for the earlier ones, or retry in ${wait}`,
  );
}

/**
 * Invites somebody: charged to the budgets of the project, of whoever invites and of the mailbox, because the server mails a stranger
 * with words of theirs. Of an invitation that is refused, the mailbox alone is charged.
 */
export async function tryInviting<Result>(
  app: App,
  { project, user }: Record<'project' | 'user', { readonly id: string }>,
  email: string,
  invite: () => Promise<Result>,
): Promise<Result> {
  const words = (whose: string) => (quota: number, wait: string) =>
    `Limit of ${quota} invitations a day ${whose} exceeded; retry in ${wait}`;
  const ofProject = { of: 'projectInvitations', who: project.id } as const;
  const own = { of: 'invitations', who: user.id } as const;
  return chargeUse(app, ofProject, words('in one project'), () =>
    chargeUse(app, own, words('by one person'), async () => {
      await drawForMailbox(app, email);
      return invite();
    }),
  );
}

/** Charges what comes to pass, and nothing else. */
async function chargeUse<Result>(
  app: App,
  budget: Budget,
  words: Words,
  use: () => Promise<Result>,
): Promise<Result> {
  await charge(app, budget, words);
  try {
    return await use();
  } catch (error) {
    app.rateLimiter?.giveBack(budget.of, budget.who);
    throw error;
  }
}
