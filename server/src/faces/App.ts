import type { Pool } from 'pg';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { RecentEvents } from '#apps/events/createRecentEvents.ts';
import type { SourceTrust } from '#apps/sources/createSourceTrust.ts';
import type { Accounts } from '#teams/accounts/createAccounts.ts';
import type { CandidateSearches } from '#apps/attribution/matching/findCandidates.ts';
import type { NamedClicks } from '#apps/attribution/matching/findNamedClick.ts';
import type { AttributionWrites } from '#apps/attribution/writeAttributions.ts';
import type { ClickLimits } from '#visits/clicks/createClickLimits.ts';
import type { ClickLedger } from '#visits/clicks/createClickLedger.ts';
import type { AddressHash } from '#visits/visitors/addressHash.ts';
import type { ClickProofs } from '#visits/clicks/createClickProofs.ts';
import type { DayKeys } from '#visits/visitors/createDayKeys.ts';
import type { Numbers } from '#visits/numbers/openNumbers.ts';
import type { VisitorHash } from '#visits/visitors/visitorHash.ts';
import type { VisitorReader } from '#visits/visitors/readVisitor.ts';
import type { Config } from '#platform/config/config.ts';
import type { LocalStore } from '#platform/db/local/openLocalStore.ts';
import type { ChangeFeed } from '#platform/db/changes/followChanges.ts';
import type { Database } from '#platform/db/schema.ts';
import type { Geo } from '#platform/adapters/geo.ts';
import type { InstallationTokens } from '#apps/installations/createInstallationTokens.ts';
import type { InstallationWrites } from '#apps/installations/writeInstallations.ts';
import type { Billing } from '#platform/ports/Billing.ts';
import type { LinkWrites } from '#links/creating/writeLinks.ts';
import type { Dns } from '#platform/ports/Dns.ts';
import type { Drain } from '#platform/lib/process/createDrain.ts';
import type { Web } from '#platform/ports/Web.ts';
import type { Lookups } from './lookups/createLookups.ts';
import type { Mail } from '#platform/ports/Mail.ts';
import type { Metrics } from '#platform/ports/Metrics.ts';
import type { Plans } from '#teams/plans/readPlans.ts';
import type { RateLimiter } from '#platform/rateLimits/createRateLimiter.ts';
import type { ImageShrinker } from '#platform/lib/images/shrinkImage.ts';
import type { Files } from '#platform/ports/Files.ts';
import type { Queue } from '#platform/queue/createQueue.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import type { SessionWrites } from '#apps/sessions/writeSessions.ts';

export interface Groups {
  readonly links: LinkWrites;
  readonly installations: InstallationWrites;
  /** Installations with their sessions. */
  readonly bootstraps: InstallationWrites;
  readonly sessions: SessionWrites;
  readonly attributions: AttributionWrites;
  readonly namedClicks: NamedClicks;
  readonly candidates: CandidateSearches;
}

/** Everything the surfaces work with; created once by `createApp` and passed to surfaces only. */
export interface App {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly log: Logger;
  /** Factor for every wait after which something counts as too slow (`AppOptions.patience`). */
  readonly patience: number;
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
  /** What lookups have on this machine's disk. */
  readonly localStore: LocalStore;
  /** How `lookups` learns of changes. */
  readonly changes: ChangeFeed;
  readonly installationTokens: InstallationTokens;
  readonly ledger: ClickLedger;
  readonly clickLimits: ClickLimits;
  readonly recentEvents: RecentEvents;
  readonly sourceTrust: SourceTrust;
  readonly metrics: Metrics;
  readonly plans: Plans;
  readonly accounts: Accounts;
  readonly mail: Mail;
  /** Undefined if plans are not sold: the operator changes them. */
  readonly billing: Billing | undefined;
  /** Undefined if RATE_LIMITS is off. */
  readonly rateLimiter: RateLimiter | undefined;
  readonly files: Files;
  readonly images: ImageShrinker;
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
