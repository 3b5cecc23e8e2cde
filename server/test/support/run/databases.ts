import type { Settings } from '#platform/db/embedded/settings.ts';
import { startDebianPostgres } from '../outside/startDebianPostgres.ts';
import { startZonelessPostgres } from '../outside/startZonelessPostgres.ts';

export interface DatabaseInput {
  /** An empty folder that PostgreSQL's account can enter; whoever made it deletes it. */
  readonly folder: string;
  /** What makes a throw-away database quick. */
  readonly settings: Settings;
}

/** A throw-away PostgreSQL, and a role of it that may create databases. */
export interface StartedDatabase {
  readonly connectionString: string;
  stop(): Promise<void>;
}

export interface TestedDatabase {
  /** What TEST_POSTGRES says. */
  readonly name: string;
  /** Debian's packages that it is made of. */
  readonly packages: readonly string[];
  start(input: DatabaseInput): Promise<StartedDatabase>;
}

/** What people connect us to and npm's PostgreSQL, on which all tests run, is not. */
export const DATABASES: readonly TestedDatabase[] = [
  // The oldest that we support, with a planner's costs and a JIT compiler as it comes.
  { name: 'debian15', packages: ['postgresql-15'], start: startDebianPostgres },
  // As Debian 13 and the official image have it: Asia/Kolkata is there, Asia/Calcutta is not.
  { name: 'zoneless', packages: [], start: startZonelessPostgres },
];

/** Words for `npm test --`: what asks SQL for numbers, events, costs, cohorts and exports, or looks at how it plans to answer. */
export const NUMBERS_AND_EVENTS: readonly string[] = [
  'server/test/analytics/',
  'server/test/api/links/getLinkStats',
  'server/test/api/links/listLinks',
  'server/test/attribution/',
  'server/test/backup/restoredNumbers',
  'server/test/clickStore/',
  'server/test/clicks/clickTerms',
  'server/test/db/connections',
  'server/test/db/groupCalls',
  'server/test/db/partitions',
  'server/test/events/cohorts',
  'server/test/events/costs',
  'server/test/events/credit',
  'server/test/events/customerHistory',
  'server/test/events/getLinkEvents',
  'server/test/events/life',
  'server/test/events/numbers',
  'server/test/events/publicFixtures',
  'server/test/events/receipt',
  'server/test/events/recordEvents',
  'server/test/events/rowsRead',
  'server/test/events/sharedEvents',
  'server/test/events/times',
  'server/test/exports/clicks',
  'server/test/exports/events',
  'server/test/exports/exactness',
  'server/test/exports/routes',
  'server/test/installations/',
  'server/test/links/listPlan',
  'server/test/property/visits',
  'server/test/results/',
  'server/test/rules/dryRun',
  'server/test/rules/expiry',
  'server/test/rules/results',
  'server/test/sessions/',
  'server/test/sources/revenue',
];
