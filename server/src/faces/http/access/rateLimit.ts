import type { Auth, OperationDeclaration } from '@fairlead/contract/operation';
import { RATE_LIMITS, type RateClass } from '@fairlead/contract/rateLimits';
import type { App } from '../../App.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';
import type { Standing } from '#platform/rateLimits/Budget.ts';
import { networkOf, siteOf } from '#platform/lib/addresses/networkOf.ts';
import type { RateLimiter } from '#platform/rateLimits/createRateLimiter.ts';
import type { CallerOf, KeyHolder } from '../routing/route.ts';

interface Limited {
  readonly headers: Readonly<Record<string, string>>;
  /** RATE_LIMITED, when a budget has nothing left. */
  readonly problem: Problem | undefined;
  /** For a call that turns out to be refused: it must not use up what others share. */
  readonly giveBack?: () => void;
}

/** What an app has if RATE_LIMITS is on. */
type Limiting = Pick<App, 'installationTokens'> & { readonly rateLimiter: RateLimiter };

export interface Budget {
  readonly of: RateClass;
  readonly who: string;
}

/** Charges a call to the budgets of its class (Rule: limits); undefined if RATE_LIMITS is off. */
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
  if (limitClass === 'source') {
    return drawAlone(rateLimiter, { of: limitClass, who: networkOf(request.address) });
  }
  if (caller.kind === 'user')
    return drawAlone(rateLimiter, { of: limitClass, who: caller.user.id });
  return drawForKey(
    { installationTokens: app.installationTokens, rateLimiter },
    limitClass,
    holderOf(caller),
    request,
  );
}

/** For a caller who may share the key with everyone who has the app, or has none. */
function drawForKey(
  app: Limiting,
  limitClass: RateClass,
  holder: KeyHolder | null,
  request: RequestFacts,
): Limited | Promise<Limited> {
  const { rateLimiter } = app;
  const isPublishable = holder?.key.class === 'publishable';
  const of = classOf(limitClass, holder);
  const perCaller = holder !== null && RATE_LIMITS[of].per === 'caller';
  if (perCaller && !isPublishable) return drawAlone(rateLimiter, { of, who: holder.key.id });
  const budget = { of, who: addressOf(holder, request) };
  if (request.header('x-installation-token')) return drawByToken(app, budget, holder, request);
  return perCaller
    ? drawFused(rateLimiter, budget, { of: FUSES[of]!, who: holder.key.id })
    : drawAlone(rateLimiter, budget);
}

/** A client IP address, among those that call with the key if there is one. */
export function addressOf(holder: KeyHolder | null, { address }: RequestFacts): string {
  const network = networkOf(address);
  return holder === null ? network : `${holder.key.id} ${network}`;
}

/** What many phones share: the key of their app, or their carrier's IP address. */
const FUSES: Partial<Record<RateClass, RateClass>> = {
  read: 'readFuse',
  create: 'createFuse',
  telemetry: 'telemetryFuse',
  events: 'telemetryFuse',
  public: 'telemetryFuse',
};

function drawAlone(limiter: RateLimiter, { of, who }: Budget): Limited | Promise<Limited> {
  const standing = limiter.draw(of, who);
  return standing instanceof Promise
    ? standing.then((later) => render(of, later))
    : render(of, standing);
}

async function drawFused(limiter: RateLimiter, own: Budget, fuse: Budget): Promise<Limited> {
  const limited = await drawAlone(limiter, own);
  if (limited.problem) return limited;
  const shared = await limiter.draw(fuse.of, fuse.who);
  if (!shared.allowed) return render(fuse.of, shared);
  return { ...limited, giveBack: () => limiter.giveBack(fuse.of, fuse.who) };
}

/**
 * A valid installation token counts instead of the IP address, which thousands of phones of one carrier may share. It
 * is judged by its signature alone: no lookup before the budget.
 */
async function drawByToken(
  { installationTokens, rateLimiter }: Limiting,
  budget: Budget,
  holder: KeyHolder | null,
  request: RequestFacts,
): Promise<Limited> {
  const text = request.header('x-installation-token')!.trim();
  const check = await installationTokens.verify(text);
  if (check.kind !== 'valid' || (holder !== null && holder.project.id !== check.projectId)) {
    return drawAlone(rateLimiter, budget);
  }
  const own = { of: 'installation', who: check.installationId } as const;
  // Anyone can get tokens, and one IP address must not get a budget for each.
  return drawFused(rateLimiter, own, { of: FUSES[budget.of]!, who: budget.who });
}

/** Charges a request for a published document to the budget of its IP address; undefined if RATE_LIMITS is off. */
export function drawForDocument(
  { rateLimiter }: App,
  { address }: RequestFacts,
): Limited | Promise<Limited> | undefined {
  return rateLimiter && drawAlone(rateLimiter, { of: 'documents', who: networkOf(address) });
}

/** Charges an examination on the public doctor page, to its IP address and to the whole server; undefined if RATE_LIMITS is off. */
export async function drawForDoctor(
  { rateLimiter }: App,
  { address }: RequestFacts,
): Promise<Limited | undefined> {
  if (!rateLimiter) return undefined;
  const own = { of: 'doctor', who: networkOf(address) } as const;
  return drawFused(rateLimiter, own, { of: 'doctorServer', who: 'everyone' });
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
 * Charges a call that was refused before its operation was reached: to the IP address or, if it had a valid key
 * (`holder`), like any other call by a phone with that key.
 */
export async function drawForRefused(
  { rateLimiter }: App,
  request: RequestFacts,
  holder: KeyHolder | null,
): Promise<Limited | undefined> {
  if (!rateLimiter) return undefined;
  const of = classOf('public', holder);
  return drawAlone(rateLimiter, { of, who: addressOf(holder, request) });
}

/** An anonymous caller is limited by IP address; one with a key never counts as unauthenticated. */
function classOf(limitClass: RateClass, holder: KeyHolder | null): RateClass {
  if (holder === null) return 'public';
  // A secret key is in no app that strangers have.
  const isFromServer = limitClass === 'events' && holder.key.class === 'secret';
  return limitClass === 'public' || isFromServer ? 'telemetry' : limitClass;
}

function holderOf(caller: CallerOf<Auth>): KeyHolder | null {
  if (caller.kind === 'key') return caller;
  return caller.kind === 'anonymous' ? caller.holder : null;
}

/** What an unlimited response reports about the budget of its IP address, without charging it. */
export function tellStanding(
  { rateLimiter }: App,
  request: RequestFacts,
): Readonly<Record<string, string>> {
  if (!rateLimiter) return {};
  return render('public', rateLimiter.peek('public', networkOf(request.address))).headers;
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

/** RATE_LIMITED, with how long to wait. */
export function refusal(
  of: RateClass,
  standing: Standing,
  words: (wait: string) => string,
): Problem {
  const { reset } = standing;
  return new Problem('RATE_LIMITED', words(waitOf(reset)), {
    ...headersOf(of, standing),
    'retry-after': String(reset),
  });
}

function waitOf(seconds: number): string {
  if (seconds <= 90) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
