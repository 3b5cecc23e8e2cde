import { LRUCache } from 'lru-cache';

/** How much of the process making pages or images of one kind may use, so that redirects never wait for it. */
export interface DrawingBudget {
  /** Undefined if one may be made for this client; else which budget is used up. */
  refuse(client: string): 'client' | 'process' | undefined;
  /** Counts one for a client, and the milliseconds that it took. */
  spend(client: string, ms: number): void;
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

export function createDrawingBudget(options: {
  /** Whether clients have a budget each (RATE_LIMITS). */
  readonly perClient: boolean;
  readonly now?: () => number;
}): DrawingBudget {
  const { perClient, now = () => performance.now() } = options;
  const whole: Bucket = { left: PROCESS.most, at: now() };
  const clients = new LRUCache<string, Bucket>({ max: MAX_CLIENTS });

  function refill(bucket: Bucket, { most, perSecond }: Rule): Bucket {
    const at = now();
    bucket.left = Math.min(most, bucket.left + ((at - bucket.at) / 1000) * perSecond);
    bucket.at = at;
    return bucket;
  }

  return {
    refuse(client) {
      const own = perClient ? clients.get(client) : undefined;
      if (own && refill(own, CLIENT).left < 1) return 'client';
      return refill(whole, PROCESS).left <= 0 ? 'process' : undefined;
    },
    spend(client, ms) {
      whole.left -= ms;
      if (!perClient) return;
      const own = clients.get(client) ?? { left: CLIENT.most, at: now() };
      own.left -= 1;
      clients.set(client, own);
    },
  };
}
