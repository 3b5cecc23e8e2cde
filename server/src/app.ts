import type { Pool } from 'pg';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Accounts } from './accounts/createAccounts.ts';
import type { ClickLedger } from './clicks/createClickLedger.ts';
import type { AddressHash } from './clicks/addressHash.ts';
import type { DayKeys } from './clicks/createDayKeys.ts';
import type { VisitorHash } from './clicks/visitorHash.ts';
import type { VisitorReader } from './clicks/readVisitor.ts';
import type { Config } from './config.ts';
import type { Database } from './db/schema.ts';
import type { Geo } from './adapters/geo.ts';
import type { InstallationTokens } from './installations/createInstallationTokens.ts';
import type { Billing } from './lib/Billing.ts';
import type { Dns } from './lib/Dns.ts';
import type { Web } from './lib/Web.ts';
import type { Lookups } from './lookups/createLookups.ts';
import type { Mail } from './lib/Mail.ts';
import type { Metrics } from './lib/Metrics.ts';
import type { Plans } from './plans/readPlans.ts';
import type { RateLimiter } from './rateLimits/createRateLimiter.ts';
import type { Files } from './lib/Files.ts';
import type { Queue } from './queue/createQueue.ts';
import type { Secrets } from './secrets.ts';

/** Everything the surfaces work with; made once by `createApp` and handed to surfaces only. */
export interface App {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly db: Kysely<Database>;
  /** For long work that must not be in the way of visitors (`connectBackground`). */
  readonly background: Kysely<Database>;
  readonly pool: Pool;
  readonly lookups: Lookups;
  readonly installationTokens: InstallationTokens;
  readonly ledger: ClickLedger;
  readonly metrics: Metrics;
  readonly plans: Plans;
  readonly accounts: Accounts;
  readonly mail: Mail;
  /** Undefined where plans are not sold: the operator changes them. */
  readonly billing: Billing | undefined;
  /** Undefined where RATE_LIMITS is off. */
  readonly rateLimiter: RateLimiter | undefined;
  readonly files: Files;
  readonly queue: Queue;
  readonly dns: Dns;
  readonly web: Web;
  readonly geo: Geo;
  readonly readVisitor: VisitorReader;
  readonly dayKeys: DayKeys;
  readonly hashVisitor: VisitorHash;
  readonly hashAddress: AddressHash;
}
