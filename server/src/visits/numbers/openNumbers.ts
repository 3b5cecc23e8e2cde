import type { Kysely, RawBuilder } from 'kysely';
import { stepsApart } from '#platform/db/apart.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Reader } from '#platform/db/connections/openReader.ts';
import type { Database } from '#platform/db/schema.ts';
import type { ClickStore } from './ClickStore.ts';
import type { EventsQuestion } from './events/EventStore.ts';
import type { ClickLedger } from '../clicks/createClickLedger.ts';

/** What numbers are read from, once everything is counted that was answered before. */
export interface Reading extends Pick<
  ClickStore,
  | 'readLinkNumbers'
  | 'readWindow'
  | 'groupClicks'
  | 'streamClicks'
  | 'countRoutes'
  | 'ofClicksWith'
  | 'linksOfClicks'
> {
  /** The primary or a replica; also for what the numbers are joined with. */
  readonly db: Kysely<Database>;
  /** On a replica: the moment of the primary up to which it has everything. */
  readonly now: Date | undefined;
  /** `EventStore.events`. */
  events(trx: Db, question: EventsQuestion): Promise<RawBuilder<unknown>>;
  listClicks: WithoutDb<ClickStore['listClicks']>;
  countLinks: WithoutDb<ClickStore['countLinks']>;
  listTopValues: WithoutDb<ClickStore['listTopValues']>;
}

/** Clicks one by one, on the primary, once everything is stored that was answered before. */
export type Settled = Pick<ClickStore, 'events' | 'findClick' | 'eraseVisitors' | 'linksOfClicks'>;

type WithoutDb<Method> = Method extends (db: never, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/**
 * The only way to a click store: whoever reads sees every visit and every opening that this machine has answered before. All of it rejects
 * with UNAVAILABLE if clicks wait too long for the database.
 */
export interface Numbers extends Pick<ClickStore, 'findClick' | 'expire' | 'maintain' | 'rebuild'> {
  /**
   * Numbers for somebody who waits or, in the background, for an export. The work only reads; begun on a replica, it may be run
   * again on the primary.
   */
  read<T>(work: (reading: Reading) => Promise<T>, where?: 'background'): Promise<T>;
  /** Work on the primary that looks for clicks, and may write. */
  settle<T>(work: (clicks: Settled) => Promise<T>): Promise<T>;
  /** How many reads the replica and the primary have answered. */
  counts(where?: 'background'): ReturnType<Reader['counts']>;
}

interface Options {
  readonly clickStore: ClickStore;
  readonly ledger: Pick<ClickLedger, 'loaded'>;
  /** For somebody who waits. */
  readonly reader: Reader;
  /** For exports. */
  readonly exportReader: Reader;
}

export function openNumbers({ clickStore, ledger, reader, exportReader }: Options): Numbers {
  const readerOf = (where?: 'background') => (where === undefined ? reader : exportReader);
  return {
    async read(work, where) {
      await ledger.loaded();
      return readerOf(where).read(({ db, now }) =>
        work({
          db,
          now,
          events: (...rest) => clickStore.events.events(...rest),
          listClicks: (...rest) => clickStore.listClicks(db, ...rest),
          countLinks: (...rest) => clickStore.countLinks(db, ...rest),
          listTopValues: (...rest) => clickStore.listTopValues(db, ...rest),
          readLinkNumbers: (...rest) => clickStore.readLinkNumbers(...rest),
          ofClicksWith: (...rest) => clickStore.ofClicksWith(...rest),
          linksOfClicks: (...rest) => clickStore.linksOfClicks(...rest),
          readWindow: (...rest) => clickStore.readWindow(...rest),
          groupClicks: (...rest) => clickStore.groupClicks(...rest),
          streamClicks: (...rest) => clickStore.streamClicks(...rest),
          countRoutes: (...rest) => clickStore.countRoutes(...rest),
        }),
      );
    },
    async settle(work) {
      await ledger.loaded();
      return work(clickStore);
    },
    async findClick(id) {
      await ledger.loaded();
      return clickStore.findClick(id);
    },
    counts: (where) => readerOf(where).counts(),
    async expire(plans, options) {
      await stepsApart({
        clicks: () => clickStore.expire(plans, options),
        events: () => clickStore.events.expire(plans, options),
      });
    },
    maintain: (options) => clickStore.maintain(options),
    async rebuild(options) {
      await ledger.loaded();
      return clickStore.rebuild(options);
    },
  };
}
