import type { Operation } from '../contract.ts';
import type { FairleadError } from '../core/FairleadError.ts';
import { type Answer, type Call, isPassing, originOf, send, type Transport } from '../core/send.ts';
import { VERSION } from '../version.ts';
import { createReceipt } from './receipt.ts';
import type { Kept } from './state.ts';
import type { AppOptions, DeviceFacts, ReceiptStep } from './types.ts';

/** What the parts of an app share. */
export interface Context {
  readonly options: AppOptions;
  readonly receipt: ReturnType<typeof createReceipt>;
  readonly client: string;
  /** Set once the storage has been read. */
  kept: Kept | undefined;
  device: DeviceFacts;
  /** Incremented by anything that makes pending responses stale: signing out, erasing, a change of consent. */
  era: number;
  /** Whether the server knows the installation. */
  ready: boolean;
  active: boolean;
  /** The first open is being dealt with: a link that comes now is the one that led to it. */
  opening: boolean;
  stopped: boolean;
  sessionId: string | undefined;
  /** Set by the code that schedules the work. */
  retryLater: (seconds?: number) => void;
  readonly agreed: () => boolean;
  call<I, O>(operation: Operation<I, O>, input: I, how?: Call): Promise<Answer<O>>;
  /** After a temporary failure, work waits; other failures are reported and given up. */
  report(step: ReceiptStep['step'], error: unknown): 'waiting' | 'failed';
}

/** A part of the SDK that is loaded apart from the core. */
export interface Part {
  /** After the start, when the app or the network comes back, once a person has agreed, and when the app leaves. */
  wake(): void;
  /** The person has not agreed, or the app is erased. */
  forget(): Promise<void>;
  /** The app stops. */
  cancel(): void;
}

/** What such a part works with; `load` reads the storage, also before the start. */
type Core = readonly [context: Context, load: () => Promise<Kept>];

/** Takes such a part: `withEvents` of `@fairlead/sdk/events` brings one. */
export interface Attachable {
  attach<P extends Part>(make: (...core: Core) => P): P;
}

export function createContext(options: AppOptions): Context {
  const context: Context = {
    options,
    receipt: createReceipt(options.log),
    client: options.client ?? 'sdk-web',
    kept: undefined,
    device: {},
    era: 0,
    ready: false,
    active: true,
    opening: false,
    stopped: false,
    sessionId: undefined,
    retryLater: () => undefined,
    agreed: () => context.kept?.state.consent ?? options.consent ?? true,
    call: (operation, input, how) => callFrom(context, operation, input, how),
    report(step, error) {
      const { message, requestId, retryAfter } = error as FairleadError;
      const outcome = isPassing(error as FairleadError) ? 'waiting' : 'failed';
      context.receipt.note(step, outcome, message, requestId);
      if (outcome === 'waiting') context.retryLater(retryAfter);
      return outcome;
    },
  };
  return context;
}

/** Stores the newest token, and drops an invalid one. */
async function callFrom<I, O>(
  context: Context,
  operation: Operation<I, O>,
  input: I,
  how?: Call,
): Promise<Answer<O>> {
  const { era, kept } = context;
  const isWanted = () => era === context.era;
  const attempt = async () => {
    const answer = await send(transportOf(context), operation, input, { isWanted, ...how });
    const token = answer.response.headers.get('x-installation-token');
    if (token && kept && isWanted() && context.agreed()) {
      kept.state.token = token;
      await kept.save();
    }
    return answer;
  };
  try {
    return await attempt();
  } catch (error) {
    if ((error as FairleadError).status !== 401 || !kept?.state.token || !isWanted()) throw error;
    kept.state.token = undefined;
    return attempt();
  }
}

function transportOf({ options, client, device, kept, agreed }: Context): Transport {
  return {
    baseUrl: `${originOf(options.baseUrl)}/v1`,
    fetch: options.fetch,
    timeout: options.timeout ?? 10_000,
    maxRetries: 2,
    retryDelay: options.retryDelay ?? 500,
    headers: {
      'x-app-key': options.publishableKey,
      'x-svc-client': client,
      'x-svc-client-version': VERSION,
      ...(device.os && { 'x-svc-client-platform': device.os }),
      ...(isBuild(device.appBuild) && { 'x-svc-app-build': device.appBuild }),
      ...(kept &&
        agreed() && {
          'x-installation-id': kept.state.id,
          ...(kept.state.token && { 'x-installation-token': kept.state.token }),
        }),
    },
  };
}

/** What the server takes for a build. Anything else could be no header at all, and no call would be made. */
function isBuild(text: string | undefined): text is string {
  return text !== undefined && /^[\x21-\x7e]{1,32}$/.test(text);
}
