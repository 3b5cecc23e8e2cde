import type { Auth, OperationDeclaration } from '@fairlead/contract/operation';
import { RATE_LIMITS, RATE_WINDOW, type RateClass } from '@fairlead/contract/rateLimits';
import type { App } from '../app.ts';
import { Problem } from '../lib/Problem.ts';
import type { RequestFacts } from '../lib/requestFacts.ts';
import type { Standing } from '../rateLimits/Budget.ts';
import { networkOf } from '../lib/networkOf.ts';
import type { CallerOf } from './route.ts';

interface Limited {
  readonly headers: Readonly<Record<string, string>>;
  /** RATE_LIMITED, when the budget has nothing left. */
  readonly problem: Problem | undefined;
}

/** Draws a call from the budget of its class (DECISIONS 7); undefined where RATE_LIMITS is off. */
export function drawFor(
  app: App,
  { limitClass }: OperationDeclaration,
  caller: CallerOf<Auth>,
  request: RequestFacts,
): Limited | Promise<Limited> | undefined {
  const { rateLimiter } = app;
  if (!rateLimiter) return undefined;
  if (limitClass === 'none') return { headers: tellStanding(app, request), problem: undefined };
  const { per } = RATE_LIMITS[limitClass];
  const name = per === 'address' ? undefined : nameOf(caller);
  // A caller without a name is limited by address, whatever the operation does.
  const of = name === undefined && limitClass !== 'signIn' ? 'public' : limitClass;
  const network = networkOf(request.address);
  const who = per === 'callerAndAddress' && name !== undefined ? `${name} ${network}` : name;
  const standing = rateLimiter.draw(of, who ?? network);
  return standing instanceof Promise
    ? standing.then((later) => render(of, later))
    : render(of, standing);
}

/** Draws a call that was refused before its caller was known, such as one with a wrong key. */
export async function drawForAddress(
  { rateLimiter }: App,
  request: RequestFacts,
): Promise<Limited | undefined> {
  if (!rateLimiter) return undefined;
  return render('public', await rateLimiter.draw('public', networkOf(request.address)));
}

/** What an answer that is free of limits says of the budget of its address, and draws nothing from. */
export function tellStanding(
  { rateLimiter }: App,
  request: RequestFacts,
): Readonly<Record<string, string>> {
  if (!rateLimiter) return {};
  return render('public', rateLimiter.peek('public', networkOf(request.address))).headers;
}

function nameOf(caller: CallerOf<Auth>): string | undefined {
  if (caller.kind === 'key') return caller.key.id;
  return caller.kind === 'user' ? caller.user.id : undefined;
}

/** What is the same in every answer of a class. */
const POLICIES = new Map(
  Object.entries(RATE_LIMITS).map(([of, { requests }]) => [
    of,
    { policy: `"${of}";q=${requests};w=${RATE_WINDOW}`, limit: String(requests) },
  ]),
);

/** The structured headers of the IETF draft, and the three older ones. */
function render(of: RateClass, { allowed, quota, remaining, reset }: Standing): Limited {
  const { policy = '', limit = '' } = POLICIES.get(of) ?? {};
  return {
    headers: {
      'ratelimit-policy': policy,
      ratelimit: `"${of}";r=${remaining};t=${reset}`,
      'ratelimit-limit': limit,
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': String(reset),
    },
    problem: allowed
      ? undefined
      : new Problem(
          'RATE_LIMITED',
          `More than ${quota} requests a minute; wait ${reset} seconds and try again`,
          { 'retry-after': String(reset) },
        ),
  };
}
