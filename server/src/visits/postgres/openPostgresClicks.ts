import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { ClickStore } from '../numbers/ClickStore.ts';
import { stepsApart } from '#platform/db/apart.ts';
import type { Database } from '#platform/db/schema.ts';
import type { Log } from '#platform/ports/Log.ts';
import { ofClicksWith, rowsWith } from './reading/clicksWith.ts';
import { countLinks } from './reading/countLinks.ts';
import { countRoutes } from './reading/countRoutes.ts';
import { groupClicks } from './reading/groupClicks.ts';
import { createClickTarget } from './createClickTarget.ts';
import { eraseVisitors } from './eraseVisitors.ts';
import { openPostgresEvents } from './events/openPostgresEvents.ts';
import { expireClicks } from './expireClicks.ts';
import { openClickSearches } from './reading/findClick.ts';
import { listClicks } from './reading/listClicks.ts';
import { linksOfClicks } from './linksOfClicks.ts';
import { listTopValues } from './reading/listTopValues.ts';
import { readLinkNumbers } from './reading/readLinkNumbers.ts';
import { readWindow } from './reading/readWindow.ts';
import { streamClicks } from './reading/streamClicks.ts';
import { healCounters, rebuildCounters } from './rebuildCounters.ts';
import { rollUpDays } from './rollUpDays.ts';

interface Options {
  /** Loads batches. */
  readonly pool: Pool;
  /** Looks single clicks up (`connectGroups`). */
  readonly groups: Pool;
  /** For work that must not slow down visitors (`connectBackground`). */
  readonly background: Kysely<Database>;
  readonly log: Log;
  /** Clicks from which on a link has roll-ups of its own. */
  readonly busyClicks?: number;
}

/** Clicks in the database that has everything else: rows and lifetime numbers change in one transaction. */
export function openPostgresClicks(options: Options): ClickStore {
  const { pool, groups, background, log, ...busy } = options;
  let healed = false;
  return {
    events: openPostgresEvents(background),
    openTarget: (target) => createClickTarget({ pool, ...target }),
    findClick: openClickSearches(groups),
    listClicks,
    countLinks: async (_db, scope, range, facts) =>
      countLinks(scope, range, facts && rowsWith(scope.project, facts)),
    listTopValues,
    readLinkNumbers,
    readWindow,
    groupClicks,
    streamClicks,
    countRoutes,
    ofClicksWith: async (_trx, project, facts) => ofClicksWith(project, facts),
    linksOfClicks: async (_db, ...rest) => linksOfClicks(...rest),
    eraseVisitors,
    expire: (plans, moment) => expireClicks(background, plans, moment),
    async maintain(moment) {
      await stepsApart({
        async 'lifetime numbers'() {
          if (healed) return;
          const rebuilt = await healCounters(background);
          if (rebuilt) log.info(rebuilt, 'Counted all clicks again, as an upgrade asked for');
          healed = true;
        },
        'days that are over': () => rollUpDays(background, { ...moment, ...busy }),
      });
    },
    rebuild: (request) => rebuildCounters(background, { ...request, ...busy }),
  };
}
