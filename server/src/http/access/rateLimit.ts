import type { Auth, OperationDeclaration } from '@fairlead/contract/operation';
import { RATE_LIMITS, type RateClass } from '@fairlead/contract/rateLimits';
import type { App } from '../../app.ts';
import { Problem } from '../../lib/Problem.ts';
import type { RequestFacts } from '../../lib/requestFacts.ts';
import type { Standing } from '../../rateLimits/Budget.ts';
import { networkOf, siteOf } from '../../lib/networkOf.ts';
import type { RateLimiter } from '../../rateLimits/createRateLimiter.ts';
import type { CallerOf, KeyHolder } from '../routing/route.ts';

interface Limited {
  readonly headers: Readonly<Record<string, string>>;
  /** RATE_LIMITED, when the budget has nothing left. */
  readonly problem: Problem | undefined;
}

/** Charges a call to the budget of its class (Rule: limits); undefined if RATE_LIMITS is off. */
export function drawFor(
  app: App,
  { limitClass }: OperationDeclaration,
  caller: CallerOf<Auth>,
  request: RequestFacts,
): Limited | Promise<Limited> | undefined {
  const { rateLimiter } = app;
  if (!rateLimiter) return undefined;
  if (limitClass === 'none') return { headers: tellStanding(app, request), problem: undefined };
  if (limitClass === 'signIn') return drawSignIn(rateLimiter, request.address);
  const name = nameOf(caller);
  const of = classOf(limitClass, name);
  const standing = rateLimiter.draw(of, budgetOf(of, name, request));
  return standing instanceof Promise
    ? standing.then((later) => render(of, later))
    : render(of, standing);
}

/** By IP address and by site: whoever has a /48 network has 65,536 /64 networks for free. */
async function drawSignIn(limiter: RateLimiter, address: string): Promise<Limited> {
  const own = await limiter.draw('signIn', networkOf(address));
  const site = siteOf(address);
  if (!own.allowed || site === undefined) return render('signIn', own);
  const shared = await limiter.draw('signInSite', site);
  return shared.allowed ? render('signIn', own) : render('signInSite', shared);
}

/**
 * Charges an attempt to the budget of the account it is made on, in addition to that of the IP address. `who` is the
 * email as typed, or the id of the person signed in: two budgets, so that strangers cannot lock out a session's owner.
 * RATE_LIMITED if nothing is left, whether such an account exists or not.
 */
export async function drawForAccount({ rateLimiter }: App, who: string): Promise<void> {
  const standing = await rateLimiter?.draw('account', who.trim().toLowerCase());
  if (standing?.allowed !== false) return;
  throw refusal(
    'account',
    standing,
    (wait) =>
      `Limit of ${standing.quota} tries per hour on this account exceeded; retry in ${wait}`,
  );
}

/** Charges an email to the budget of its mailbox; RATE_LIMITED applies equally to mailboxes that no account has. */
export async function drawForMailbox({ rateLimiter }: App, email: string): Promise<void> {
  const standing = await rateLimiter?.draw('mailbox', email.trim().toLowerCase());
  if (standing?.allowed !== false) return;
  throw refusal(
    'mailbox',
    standing,
    (wait) =>
      `Limit of ${standing.quota} emails per hour to one address exceeded; look for the earlier ones, or retry in ${wait}`,
  );
}

/**
 * Charges a call that was refused before its operation was reached: to the IP address or, if it had a valid key
 * (`holder`), like any other call by a phone with that key.
 */
export async function drawForRefused(
  { rateLimiter }: App,
  request: RequestFacts,
  holder: KeyHolder | null,
): Promise<Limited | undefined> {
  if (!rateLimiter) return undefined;
  const of = classOf('public', holder?.key.id);
  return render(of, await rateLimiter.draw(of, budgetOf(of, holder?.key.id, request)));
}

/** An anonymous caller is limited by IP address; one with a key never counts as unauthenticated. */
function classOf(limitClass: RateClass, name: string | undefined): RateClass {
  if (name === undefined) return 'public';
  return limitClass === 'public' ? 'telemetry' : limitClass;
}

function budgetOf(of: RateClass, name: string | undefined, request: RequestFacts): string {
  const { per } = RATE_LIMITS[of];
  if (name === undefined || per === 'address') return networkOf(request.address);
  return per === 'caller' ? name : `${name} ${networkOf(request.address)}`;
}

/** What an unlimited response reports about the budget of its IP address, without charging it. */
export function tellStanding(
  { rateLimiter }: App,
  request: RequestFacts,
): Readonly<Record<string, string>> {
  if (!rateLimiter) return {};
  return render('public', rateLimiter.peek('public', networkOf(request.address))).headers;
}

function nameOf(caller: CallerOf<Auth>): string | undefined {
  switch (caller.kind) {
    case 'key':
      return caller.key.id;
    case 'user':
      return caller.user.id;
    case 'anonymous':
      return caller.holder?.key.id;
    default:
      return undefined;
  }
}

/** What is the same in every response of a class. */
const POLICIES = new Map(
  Object.entries(RATE_LIMITS).map(([of, { requests, seconds }]) => [
    of,
    { policy: `"${of}";q=${requests};w=${seconds}`, limit: String(requests) },
  ]),
);

/** The structured headers of the IETF draft, and the three older ones. */
function headersOf(of: RateClass, { remaining, reset }: Standing): Record<string, string> {
  const { policy = '', limit = '' } = POLICIES.get(of) ?? {};
  return {
    'ratelimit-policy': policy,
    ratelimit: `"${of}";r=${remaining};t=${reset}`,
    'ratelimit-limit': limit,
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(reset),
  };
}

function render(of: RateClass, standing: Standing): Limited {
  return {
    headers: headersOf(of, standing),
    problem: standing.allowed
      ? undefined
      : refusal(
          of,
          standing,
          (wait) =>
            `Rate limit of ${standing.quota} requests per minute exceeded; retry in ${wait}`,
        ),
  };
}

function refusal(of: RateClass, standing: Standing, words: (wait: string) => string): Problem {
  const { reset } = standing;
  const minutes = Math.ceil(reset / 60);
  return new Problem(
    'RATE_LIMITED',
    words(reset > 90 ? `${minutes} minutes` : `${reset} seconds`),
    {
      ...headersOf(of, standing),
      'retry-after': String(reset),
    },
  );
}
