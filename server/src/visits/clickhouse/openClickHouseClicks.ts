import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { ClickStore } from '../numbers/ClickStore.ts';
import { stepsApart } from '#platform/db/apart.ts';
import type { Database } from '#platform/db/schema.ts';
import { createClickTarget } from '../postgres/createClickTarget.ts';
import { rollUpDays } from '../postgres/rollUpDays.ts';
import type { ClickHouse } from './connection/ClickHouse.ts';
import { ofClicksWith } from './clicksWith.ts';
import { countRoutes } from './countRoutes.ts';
import { openClickHouseEvents } from './events/openClickHouseEvents.ts';
import { adoptEvents } from './move/copyEvents.ts';
import { eraseVisitors, expireClicks } from './expireClicks.ts';
import { findClick, linksOfClicks, listClicks } from './findClicks.ts';
import { groupClicks } from './groupClicks.ts';
import { streamClicks } from './streamClicks.ts';
import { countLinks, listTopValues, readLinkNumbers } from './readLinks.ts';
import { readWindow } from './readWindow.ts';
import { rebuild } from './rebuild.ts';
import { createRowStore } from './shipBatch.ts';

interface Options {
  readonly ch: ClickHouse;
  /** Loads batches. */
  readonly pool: Pool;
  /** For work that must not slow down visitors (`connectBackground`). */
  readonly background: Kysely<Database>;
}

/** Rows of clicks with their roll-ups, and events, in ClickHouse (ADR 31, 37); opens and everything else stay in PostgreSQL. */
export function openClickHouseClicks({ ch, pool, background }: Options): ClickStore {
  return {
    events: openClickHouseEvents(ch, background),
    openTarget: (options) =>
      createClickTarget({ pool, rows: createRowStore(ch, pool), ...options }),
    findClick: (id) => findClick(ch, id),
    listClicks: (db, link, page) => listClicks(ch, db, link, page),
    countLinks: (db, ...rest) => countLinks(ch, db, ...rest),
    listTopValues: (_db, links, range) => listTopValues(ch, links, range),
    readLinkNumbers: (_trx, wanted, range) => readLinkNumbers(ch, wanted, range),
    readWindow: (trx, question) => readWindow(ch, trx, question),
    streamClicks: (_trx, question) => streamClicks(ch, question),
    groupClicks: (_trx, question) => groupClicks(ch, question),
    countRoutes: (trx, link, range) => countRoutes(ch, trx, link, range),
    ofClicksWith: (db, ...rest) => ofClicksWith(ch, db, ...rest),
    linksOfClicks: (db, ...rest) => linksOfClicks(ch, db, ...rest),
    eraseVisitors: (_tx, clickIds) => eraseVisitors(ch, clickIds),
    expire: (plans, options) => expireClicks(ch, background, plans, options),
    async maintain(options) {
      await stepsApart({
        'events of an earlier release': () => adoptEvents(ch, background),
        async 'lifetime numbers'() {
          const { recount } = await background
            .selectFrom('deployment')
            .select('recount')
            .executeTakeFirstOrThrow();
          if (recount) await rebuild(ch, background, { mayLower: true });
        },
        'days that are over': () => rollUpDays(background, options),
      });
    },
    rebuild: (options) => rebuild(ch, background, options),
  };
}
