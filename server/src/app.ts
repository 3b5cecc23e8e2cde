import type { Pool } from 'pg';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Accounts } from './accounts/createAccounts.ts';
import type { Deliveries } from './attribution/deliverClick.ts';
import type { CandidateSearches } from './attribution/findCandidates.ts';
import type { NamedClicks } from './attribution/findNamedClick.ts';
import type { ClickLedger } from './clicks/createClickLedger.ts';
import type { AddressHash } from './clicks/addressHash.ts';
import type { ClickProofs } from './clicks/createClickProofs.ts';
import type { DayKeys } from './clicks/createDayKeys.ts';
import type { Numbers } from './clicks/openNumbers.ts';
import type { VisitorHash } from './clicks/visitorHash.ts';
import type { VisitorReader } from './clicks/readVisitor.ts';
import type { Config } from './config.ts';
import type { LocalStore } from './db/openLocalStore.ts';
import type { ChangeFeed } from './db/followChanges.ts';
import type { Database } from './db/schema.ts';
import type { Geo } from './adapters/geo.ts';
import type { InstallationTokens } from './installations/createInstallationTokens.ts';
import type { InstallationWrites } from './installations/trackTogether.ts';
import type { Billing } from './lib/Billing.ts';
import type { LinkInserts } from './links/insertTogether.ts';
import type { Dns } from './lib/Dns.ts';
import type { Drain } from './lib/createDrain.ts';
import type { Web } from './lib/Web.ts';
import type { Lookups } from './lookups/createLookups.ts';
import type { Mail } from './lib/Mail.ts';
import type { Metrics } from './lib/Metrics.ts';
import type { Plans } from './plans/readPlans.ts';
import type { RateLimiter } from './rateLimits/createRateLimiter.ts';
import type { Files } from './lib/Files.ts';
import type { Queue } from './queue/createQueue.ts';
import type { Secrets } from './secrets.ts';
import type { SessionWrites } from './sessions/startTogether.ts';

export interface Groups {
  readonly links: LinkInserts;
  readonly installations: InstallationWrites;
  /** Installations with their sessions. */
  readonly bootstraps: InstallationWrites;
  readonly sessions: SessionWrites;
  readonly deliveries: Deliveries;
  readonly namedClicks: NamedClicks;
  readonly candidates: CandidateSearches;
}

/** Everything the surfaces work with; created once by `createApp` and passed to surfaces only. */
export interface App {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly log: Logger;
  /** For requests, and everything else that is not said below (docs/architecture.md, Handles). */
  readonly db: Kysely<Database>;
  /** For long-running work that must not slow down visitors (`connectBackground`). */
  readonly background: Kysely<Database>;
  /** The connections of `db`. */
  readonly pool: Pool;
  /** For numbers and clicks. */
  readonly numbers: Numbers;
  /** Loads the journal of a process that is gone; false: some of it is left (`loadLeftJournal`). */
  readonly loadJournal: (folder: string) => Promise<boolean>;
  /** Calls that share a statement with simultaneous ones. */
  readonly groups: Groups;
  readonly lookups: Lookups;
  /** For when the database is down (ADR 13). */
  readonly localStore: LocalStore;
  /** How `lookups` learns of changes. */
  readonly changes: ChangeFeed;
  readonly installationTokens: InstallationTokens;
  readonly ledger: ClickLedger;
  readonly metrics: Metrics;
  readonly plans: Plans;
  readonly accounts: Accounts;
  readonly mail: Mail;
  /** Undefined if plans are not sold: the operator changes them. */
  readonly billing: Billing | undefined;
  /** Undefined if RATE_LIMITS is off. */
  readonly rateLimiter: RateLimiter | undefined;
  readonly files: Files;
  readonly queue: Queue;
  readonly dns: Dns;
  readonly web: Web;
  readonly geo: Geo;
  readonly readVisitor: VisitorReader;
  readonly clickProofs: ClickProofs;
  readonly dayKeys: DayKeys;
  readonly hashVisitor: VisitorHash;
  readonly hashAddress: AddressHash;
  readonly drain: Drain;
}
