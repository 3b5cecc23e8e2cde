import { createAccounts, type Accounts } from '#teams/accounts/createAccounts.ts';
import { BackupError } from '#platform/backup/BackupFile.ts';
import type { Config } from '#platform/config/config.ts';
import { type Connection, connect } from '#platform/db/connections/connect.ts';
import { findRunning } from '#platform/db/embedded/findRunning.ts';
import { startEmbeddedPostgres } from '#platform/db/embedded/startEmbeddedPostgres.ts';
import { isMigrated } from '#platform/db/migrations/migrate.ts';
import type { Log } from '#platform/ports/Log.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Secret } from '#platform/lib/Secret.ts';
import { type Plans, readPlans } from '#teams/plans/readPlans.ts';
import { readSecrets } from '#platform/config/secrets.ts';

export type OpenedDatabase = AsyncDisposable & { readonly connectionString: string };

/** The configured database, used beside a running server or started for the duration of the command. */
export async function openBeside(config: Config, log: Log): Promise<OpenedDatabase> {
  if (config.database.kind === 'url') return openAlone(config, log);
  const connectionString = await findRunning(config.dataDir, log);
  if (connectionString === undefined) return openAlone(config, log);
  return { connectionString, async [Symbol.asyncDispose]() {} };
}

/** Refused if a server is running on the data folder. */
export async function openAlone({ database, dataDir }: Config, log: Log): Promise<OpenedDatabase> {
  if (database.kind === 'url') {
    return { connectionString: database.url.reveal(), async [Symbol.asyncDispose]() {} };
  }
  if ((await findRunning(dataDir, log)) !== undefined) {
    throw new BackupError(`A server runs on the database in ${dataDir}; stop it first`);
  }
  return startEmbeddedPostgres({ dataDir, log });
}

/** What commands for people and projects work with. */
export interface Maintenance extends AsyncDisposable {
  readonly db: Connection['db'];
  readonly pool: Connection['pool'];
  readonly accounts: Accounts;
  readonly secret: Secret;
  readonly plans: Plans;
  readonly config: Config;
  readonly log: Log;
}

/** Opens it beside a server or without one. CONFLICT for a database that this release has not migrated. */
export async function openMaintenance(config: Config, log: Log): Promise<Maintenance> {
  await using stack = new AsyncDisposableStack();
  const { connectionString } = stack.use(await openBeside(config, log));
  if (!(await isMigrated(connectionString))) {
    throw new Problem(
      'CONFLICT',
      'The database was not set up by this release yet: start the server once, then run the command again',
    );
  }
  const { db, pool } = stack.use(
    connect({ connectionString, log, max: 8, name: 'fairlead command' }),
  );
  const { secret, previousSecrets = [] } = await readSecrets(config);
  const accounts = stack.use(
    createAccounts({
      db,
      secret: secret.reveal(),
      previousSecrets: previousSecrets.map((secret) => secret.reveal()),
      publicUrl: config.publicUrl.origin,
      mail: NO_MAIL,
      log,
    }),
  );
  const plans = readPlans({ file: config.plansFile, payment: config.stripe !== undefined });
  const owned = stack.move();
  return {
    db,
    pool,
    accounts,
    secret,
    plans,
    config,
    log,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Commands print instead of sending email. */
const NO_MAIL = {
  delivers: false,
  sender: { name: 'Fairlead', address: 'no-reply@localhost' },
  async send() {
    throw new Error('Commands send no mail');
  },
  async [Symbol.asyncDispose]() {},
};
