import { LRUCache } from 'lru-cache';

/** How much of the process making pages or images of one kind may use, so that redirects never wait for it. */
export interface RenderingBudget {
  /** Makes one for this client and counts the time that took; or says which budget is used up. */
  run<T>(client: string, make: () => T): T | UsedUp;
}

export interface UsedUp {
  readonly usedUp: 'client' | 'process';
}

interface Bucket {
  left: number;
  at: number;
}

interface Rule {
  /** How much can be spent at once. */
  readonly most: number;
  readonly perSecond: number;
}

/** Milliseconds of processor time: a tenth of one core. */
const PROCESS: Rule = { most: 500, perSecond: 100 };
/** Pages, or images that were not drawn before. */
const CLIENT: Rule = { most: 100, perSecond: 5 };

const MAX_CLIENTS = 10_000;

export function createRenderingBudget(options: {
  /** Whether clients have a budget each (RATE_LIMITS). */
  readonly perClient: boolean;
  readonly now?: () => number;
}): RenderingBudget {
  const { perClient, now = () => performance.now() } = options;
  const whole: Bucket = { left: PROCESS.most, at: now() };
  const clients = new LRUCache<string, Bucket>({ max: MAX_CLIENTS });

  function refill(bucket: Bucket, { most, perSecond }: Rule): Bucket {
    const at = now();
    bucket.left = Math.min(most, bucket.left + ((at - bucket.at) / 1000) * perSecond);
    bucket.at = at;
    return bucket;
  }

  function refuse(client: string): UsedUp['usedUp'] | undefined {
    const own = perClient ? clients.get(client) : undefined;
    if (own && refill(own, CLIENT).left < 1) return 'client';
    return refill(whole, PROCESS).left <= 0 ? 'process' : undefined;
  }

  function spend(client: string, ms: number): void {
    whole.left -= ms;
    if (!perClient) return;
    const own = clients.get(client) ?? { left: CLIENT.most, at: now() };
    own.left -= 1;
    clients.set(client, own);
  }

  return {
    run(client, make) {
      const usedUp = refuse(client);
      if (usedUp !== undefined) return { usedUp };
      const begun = now();
      try {
        return make();
      } finally {
        spend(client, now() - begun);
      }
    },
  };
}
