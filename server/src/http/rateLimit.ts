import type { Auth, OperationDeclaration } from '@fairlead/contract/operation';
import { RATE_LIMITS, type RateClass } from '@fairlead/contract/rateLimits';
import type { App } from '../app.ts';
import { Problem } from '../lib/Problem.ts';
import type { RequestFacts } from '../lib/requestFacts.ts';
import type { Standing } from '../rateLimits/Budget.ts';
import { networkOf, siteOf } from '../lib/networkOf.ts';
import type { RateLimiter } from '../rateLimits/createRateLimiter.ts';
import type { CallerOf } from './route.ts';

interface Limited {
  readonly headers: Readonly<Record<string, string>>;
  /** RATE_LIMITED, when the budget has nothing left. */
  readonly problem: Problem | undefined;
}

/** Draws a call from the budget of its class (DECISIONS 7); undefined where nothing is limited. */
export function drawFor(
  { rateLimiter }: App,
  { limitClass }: OperationDeclaration,
  caller: CallerOf<Auth>,
  request: RequestFacts,
): Limited | Promise<Limited> | undefined {
  if (!rateLimiter || limitClass === 'none') return undefined;
  if (limitClass === 'signIn') return drawSignIn(rateLimiter, request.address);
  const { per } = RATE_LIMITS[limitClass];
  const name = per === 'address' ? undefined : nameOf(caller);
  // A caller without a name is limited by address, whatever the operation does.
  const of = name === undefined ? 'public' : limitClass;
  const network = networkOf(request.address);
  const who = per === 'callerAndAddress' && name !== undefined ? `${name} ${network}` : name;
  const standing = rateLimiter.draw(of, who ?? network);
  return standing instanceof Promise
    ? standing.then((later) => render(of, later))
    : render(of, standing);
}

/** Of the address, and of the site around it: 65,536 networks of 64 bits cost nothing to whoever has one of 48. */
async function drawSignIn(limiter: RateLimiter, address: string): Promise<Limited> {
  const own = await limiter.draw('signIn', networkOf(address));
  const site = siteOf(address);
  if (!own.allowed || site === undefined) return render('signIn', own);
  const shared = await limiter.draw('signInSite', site);
  return shared.allowed ? render('signIn', own) : render('signInSite', shared);
}

/**
 * Draws a try from the budget of the account that it is made on, on top of that of the address. `who` is what was
 * typed as the e-mail, or the id of who is signed in: two budgets, so that strangers cannot lock a session's owner out.
 * RATE_LIMITED when nothing is left, whether such an account exists or not.
 */
export async function drawForAccount({ rateLimiter }: App, who: string): Promise<void> {
  const standing = await rateLimiter?.draw('account', who.trim().toLowerCase());
  if (standing?.allowed !== false) return;
  throw refusal(
    'account',
    standing,
    (wait) =>
      `More than ${standing.quota} tries an hour on this account; wait ${wait} and try again`,
  );
}

/** Draws a mail from the budget of its mailbox; RATE_LIMITED alike for addresses that nobody here has. */
export async function drawForMailbox({ rateLimiter }: App, email: string): Promise<void> {
  const standing = await rateLimiter?.draw('mailbox', email.trim().toLowerCase());
  if (standing?.allowed !== false) return;
  throw refusal(
    'mailbox',
    standing,
    (wait) =>
      `At most ${standing.quota} mails an hour go to one address; look for them there, or wait ${wait}`,
  );
}

/** Draws a call that was refused before its caller was known, such as one with a wrong key. */
export async function drawForAddress(
  { rateLimiter }: App,
  request: RequestFacts,
): Promise<Limited | undefined> {
  if (!rateLimiter) return undefined;
  return render('public', await rateLimiter.draw('public', networkOf(request.address)));
}

function nameOf(caller: CallerOf<Auth>): string | undefined {
  if (caller.kind === 'key') return caller.key.id;
  return caller.kind === 'user' ? caller.user.id : undefined;
}

/** What is the same in every answer of a class. */
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
          (wait) => `More than ${standing.quota} requests a minute; wait ${wait} and try again`,
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
