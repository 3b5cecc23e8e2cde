import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { ClickStore } from '../clicks/ClickStore.ts';
import type { Database } from '../db/schema.ts';
import type { Log } from '../lib/Log.ts';
import { countLinks } from './countLinks.ts';
import { createClickTarget } from './createClickTarget.ts';
import { eraseVisitors } from './eraseVisitors.ts';
import { expireClicks } from './expireClicks.ts';
import { openClickSearches } from './findClick.ts';
import { listClicks } from './listClicks.ts';
import { listTopValues } from './listTopValues.ts';
import { createMaintenance } from './maintainTotals.ts';
import { readLinkNumbers } from './readLinkNumbers.ts';
import { readWindow } from './readWindow.ts';
import { rebuildTotals } from './rebuildTotals.ts';

interface Options {
  /** Loads batches. */
  readonly pool: Pool;
  /** Looks single clicks up (`connectGroups`). */
  readonly groups: Pool;
  /** For work that must not slow down visitors (`connectBackground`). */
  readonly background: Kysely<Database>;
  readonly log: Log;
}

/** Clicks in the database that has everything else: rows and totals change in one transaction. */
export function openPostgresClicks({ pool, groups, background, log }: Options): ClickStore {
  return {
    openTarget: (options) => createClickTarget({ pool, ...options }),
    findClick: openClickSearches(groups),
    listClicks,
    countLinks: async (_db, _scope, range) => countLinks(range),
    listTopValues,
    readLinkNumbers,
    readWindow,
    eraseVisitors,
    expire: (plans, options) => expireClicks(background, plans, options),
    maintain: createMaintenance(background, log),
    rebuild: (options) => rebuildTotals(background, options),
  };
}
