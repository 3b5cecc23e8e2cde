import cluster, { type Worker } from 'node:cluster';
import { Problem } from '#platform/lib/Problem.ts';
import { MINUTE_MS } from '#platform/lib/time.ts';

/** Which link, and which version of it: a limit that was taken away may come back later, and clicks in between were not tallied. */
interface TalliedLink {
  readonly key: number;
  /** Grows with each change of the link. */
  readonly version: number;
}

/** The clicks of links with a limit, as this machine knows them: one tally for all of its processes. */
export interface ClickTallies {
  /** Adds a click unless there are `limit` of them already: then false. Undefined: the link is not tallied yet. */
  take(link: TalliedLink, limit: number): Maybe<boolean | undefined>;
  /** Begins to tally a link that has had so many clicks, or lets the tally catch up with them. */
  begin(link: TalliedLink, counted: number): void;
  /** Adds clicks that are no question of a limit, or takes back one that was not recorded. */
  add(key: number, clicks: number): void;
}

type Maybe<V> = V | Promise<V>;

/** Those that are in this process. */
interface OwnTallies extends ClickTallies {
  take(link: TalliedLink, limit: number): boolean | undefined;
}

interface Tally {
  clicks: number;
  version: number;
  usedAt: number;
}

/** A link that nobody visits for so long is counted anew at its next click: by then the database knows of all. */
const IDLE_MS = 10 * MINUTE_MS;
/** Tallies looked at when another begins: so old ones go at least as fast as new ones come. */
const SWEPT = 2;

/** Those of the only process, or of the first of several. */
export function createClickTallies(now: () => number = Date.now): OwnTallies {
  /** The one that was used last is the last. */
  const tallies = new Map<number, Tally>();

  function use(key: number): Tally | undefined {
    const tally = tallies.get(key);
    if (tally === undefined) return undefined;
    tallies.delete(key);
    tallies.set(key, tally);
    tally.usedAt = now();
    return tally;
  }

  function sweep(): void {
    let looked = 0;
    for (const [key, { usedAt }] of tallies) {
      if (looked === SWEPT || now() - usedAt < IDLE_MS) return;
      tallies.delete(key);
      looked += 1;
    }
  }

  return {
    take({ key, version }, limit) {
      const tally = use(key);
      if (tally === undefined || tally.version < version) return undefined;
      if (tally.clicks >= limit) return false;
      tally.clicks += 1;
      return true;
    },
    begin({ key, version }, counted) {
      sweep();
      const tally = use(key);
      if (tally === undefined) {
        tallies.set(key, { clicks: counted, version, usedAt: now() });
        return;
      }
      // All that is counted has happened: what is more than the tally was another machine's, or without a limit.
      tally.clicks = Math.max(tally.clicks, counted);
      tally.version = Math.max(tally.version, version);
    },
    add(key, clicks) {
      const tally = use(key);
      if (tally !== undefined) tally.clicks += clicks;
    },
  };
}

/** From a worker to the first process, which answers `take`. */
type Message =
  | {
      readonly fairlead: 'take click';
      readonly id: number;
      readonly link: TalliedLink;
      readonly limit: number;
    }
  | { readonly fairlead: 'begin tally'; readonly link: TalliedLink; readonly counted: number }
  | { readonly fairlead: 'add clicks'; readonly key: number; readonly clicks: number };

interface Answer {
  readonly fairlead: 'click taken';
  readonly id: number;
  /** Null: the link is not tallied yet. */
  readonly taken: boolean | null;
}

/** Milliseconds. The first process answers at once, unless it stands still. */
const PATIENCE_MS = 10_000;

/** In a worker: the tallies of the first process. */
export function joinClickTallies(): ClickTallies {
  const waiting = new Map<number, (taken: boolean | undefined) => void>();
  let asked = 0;
  const send = (message: Message) => void process.send?.(message);
  process.on('message', (message: Answer) => {
    if (message.fairlead === 'click taken') waiting.get(message.id)?.(message.taken ?? undefined);
  });
  return {
    take(link, limit) {
      asked += 1;
      const id = asked;
      return new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer);
          waiting.delete(id);
        };
        const timer = setTimeout(() => {
          end();
          const message =
            'The clicks of the link cannot be counted at the moment; please try again';
          reject(new Problem('UNAVAILABLE', message, { 'retry-after': '1' }));
        }, PATIENCE_MS);
        waiting.set(id, (taken) => {
          end();
          resolve(taken);
        });
        send({ fairlead: 'take click', id, link, limit });
      });
    },
    begin: (link, counted) => send({ fairlead: 'begin tally', link, counted }),
    add: (key, clicks) => send({ fairlead: 'add clicks', key, clicks }),
  };
}

/** In the first process: keeps the tallies of its workers. */
export function serveClickTallies(): void {
  const tallies = createClickTallies();
  cluster.on('message', (worker: Worker, message: Message) => {
    if (message.fairlead === 'begin tally') tallies.begin(message.link, message.counted);
    if (message.fairlead === 'add clicks') tallies.add(message.key, message.clicks);
    if (message.fairlead !== 'take click') return;
    const taken = tallies.take(message.link, message.limit) ?? null;
    if (worker.isConnected()) {
      worker.send({ fairlead: 'click taken', id: message.id, taken } satisfies Answer);
    }
  });
}
