import type { Auth, OperationDeclaration } from '@fairlead/contract/operation';
import { RATE_LIMITS, RATE_WINDOW, type RateClass } from '@fairlead/contract/rateLimits';
import type { App } from '../app.ts';
import { Problem } from '../lib/Problem.ts';
import type { RequestFacts } from '../lib/requestFacts.ts';
import type { Standing } from '../rateLimits/Budget.ts';
import { networkOf } from '../lib/networkOf.ts';
import type { CallerOf, KeyHolder } from './route.ts';

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
  const name = nameOf(caller);
  const of = classOf(limitClass, name);
  const standing = rateLimiter.draw(of, budgetOf(of, name, request));
  return standing instanceof Promise
    ? standing.then((later) => render(of, later))
    : render(of, standing);
}

/**
 * Draws a call that was refused before its operation was looked at: for the address, or, where a valid key came
 * along (`holder`), as any other call of a phone with it.
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

/** A caller without a name is limited by address; one with a key is never counted as unauthenticated. */
function classOf(limitClass: RateClass, name: string | undefined): RateClass {
  if (limitClass === 'signIn') return limitClass;
  if (name === undefined) return 'public';
  return limitClass === 'public' ? 'telemetry' : limitClass;
}

function budgetOf(of: RateClass, name: string | undefined, request: RequestFacts): string {
  const { per } = RATE_LIMITS[of];
  if (name === undefined || per === 'address') return networkOf(request.address);
  return per === 'caller' ? name : `${name} ${networkOf(request.address)}`;
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
  switch (caller.kind) {
    case 'key':
      return caller.key.id;
    case 'user':
      return caller.user.id;
    case 'anybody':
      return caller.holder?.key.id;
    default:
      return undefined;
  }
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
