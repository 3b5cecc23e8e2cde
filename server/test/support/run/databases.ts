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
  start(input: DatabaseInput): Promise<StartedDatabase>;
}

/** What people connect us to and npm's PostgreSQL, on which all tests run, is not. */
export const DATABASES: readonly TestedDatabase[] = [
  // The oldest that we support, with a planner's costs and a JIT compiler as it comes.
  { name: 'debian15', start: startDebianPostgres },
  // As Debian 13 and the official image have it: Asia/Kolkata is there, Asia/Calcutta is not.
  { name: 'zoneless', start: startZonelessPostgres },
];

export const NUMBERS_AND_EVENTS: readonly string[] = [
  'server/test/events/',
  'server/test/analytics/',
];
