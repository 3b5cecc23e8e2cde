import cluster from 'node:cluster';
import { unlessAway } from '#platform/db/connections/isUnavailable.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Log } from '#platform/ports/Log.ts';
import type { Link } from '#links/link/Link.ts';
import type { Numbers } from '../numbers/openNumbers.ts';
import { type ClickTallies, createClickTallies, joinClickTallies } from './clickTallies.ts';

/** What the limit of a link is about. */
type LimitedLink = Pick<Link, 'key' | 'expiresAfterClicks' | 'updatedAt'>;

/**
 * Holds links to `expiresAfterClicks`: exactly on one machine, however many connections and processes. Machines do not ask each other: each
 * begins with what all have counted, adds its own clicks, and hears that a link is used up as of any change (`useUpLinks`).
 */
export interface ClickLimits {
  /**
   * Before a person's click is recorded: whether the link may have it. One that is not recorded afterwards is given back. UNAVAILABLE if
   * that cannot be said.
   */
  take(link: LimitedLink): boolean | Promise<boolean>;
  /** A click that the link has had although it was used up: it counts, as in the database. */
  addBeyond(link: LimitedLink): void;
  /** A click that was taken and not recorded. */
  giveBack(link: LimitedLink): void;
}

interface Dependencies {
  readonly db: Db;
  readonly log: Log;
  readonly numbers: Pick<Numbers, 'settle'>;
  readonly tallies?: ClickTallies;
}

export function createClickLimits({
  db,
  numbers,
  log,
  tallies = cluster.isWorker ? joinClickTallies() : createClickTallies(),
}: Dependencies): ClickLimits {
  /** Links whose clicks are being asked for, by key: visitors who come at once ask once. */
  const beginning = new Map<number, Promise<void>>();
  /** Links that began without the database, by key. */
  const unsure = new Set<number>();

  function begin(link: LimitedLink): Promise<void> {
    const underway = beginning.get(link.key);
    if (underway !== undefined) return underway;
    const begun = startTally(link).finally(() => beginning.delete(link.key));
    beginning.set(link.key, begun);
    return begun;
  }

  async function startTally(link: LimitedLink): Promise<void> {
    const counted = await unlessAway(countClicks({ db, numbers }, link), undefined);
    // Links work without the database; what it knows is added once it answers.
    if (counted === undefined) unsure.add(link.key);
    else unsure.delete(link.key);
    tallies.begin(talliedLink(link), counted ?? 0);
  }

  async function takeFirst(link: LimitedLink, limit: number): Promise<boolean> {
    for (;;) {
      await begin(link);
      const taken = await tallies.take(talliedLink(link), limit);
      if (taken !== undefined) return taken;
    }
  }

  return {
    take(link) {
      const limit = link.expiresAfterClicks;
      if (limit === null) return true;
      if (unsure.has(link.key)) {
        begin(link).catch((error: unknown) => {
          log.warn({ err: error }, 'The clicks of a link could not be asked for; tried again soon');
        });
      }
      const taken = tallies.take(talliedLink(link), limit);
      if (taken instanceof Promise) {
        return taken.then((known) => known ?? takeFirst(link, limit));
      }
      return taken ?? takeFirst(link, limit);
    },
    addBeyond(link) {
      if (link.expiresAfterClicks !== null) tallies.add(link.key, 1);
    },
    giveBack(link) {
      if (link.expiresAfterClicks !== null) tallies.add(link.key, -1);
    },
  };
}

/** All that this machine has answered before is in the database by the time it is asked. */
async function countClicks(
  { db, numbers }: Pick<Dependencies, 'db' | 'numbers'>,
  { key }: LimitedLink,
): Promise<number> {
  const row = await numbers.settle(() =>
    db.selectFrom('link_counters').select('clicks').where('link_key', '=', key).executeTakeFirst(),
  );
  return row?.clicks ?? 0;
}

function talliedLink({ key, updatedAt }: LimitedLink) {
  return { key, version: updatedAt.getTime() };
}
