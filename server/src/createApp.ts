import type { Logger } from 'pino';
import { createAccounts } from './accounts/createAccounts.ts';
import { openFiles } from './adapters/files.ts';
import { openDns } from './adapters/dns.ts';
import { openGeo } from './adapters/geo.ts';
import { createMetrics } from './adapters/metrics.ts';
import { openMail } from './adapters/mail.ts';
import { openWeb } from './adapters/web.ts';
import type { App } from './app.ts';
import { createClickLedger } from './clicks/createClickLedger.ts';
import { readFreeBytes, readJournalAlarms } from './clicks/readJournalAlarms.ts';
import { loadLeftJournal } from './clicks/loadLeftJournal.ts';
import { createVisitorReader } from './clicks/readVisitor.ts';
import { createAddressHash } from './clicks/addressHash.ts';
import { createClickProofs } from './clicks/createClickProofs.ts';
import { createDayKeys } from './clicks/createDayKeys.ts';
import { createVisitorHash } from './clicks/visitorHash.ts';
import type { Config, StripeConfig } from './config.ts';
import { connectBackground } from './db/connectBackground.ts';
import { connectRequests } from './db/connectRequests.ts';
import { connectGroups } from './db/connectGroups.ts';
import { followChanges } from './db/followChanges.ts';
import { openLocalStore } from './db/openLocalStore.ts';
import { openReader } from './db/openReader.ts';
import { createInstallationTokens } from './installations/createInstallationTokens.ts';
import { createLookups } from './lookups/createLookups.ts';
import { createDrain } from './lib/createDrain.ts';
import { deriveKey } from './lib/deriveKey.ts';
import { type Plans, readPlans } from './plans/readPlans.ts';
import { createRateLimiter } from './rateLimits/createRateLimiter.ts';
import { createQueue } from './queue/createQueue.ts';
import { folderOf, listSlots } from './journal/listFolders.ts';
import { openJournal } from './journal/openJournal.ts';
import { openGroups } from './openGroups.ts';
import type { Metrics } from './lib/Metrics.ts';
import type { Secrets } from './secrets.ts';
import { VERSION } from './version.ts';
import { join } from 'node:path';

export interface AppOptions {
  readonly config: Config;
  readonly secrets: Secrets;
  /** Of a migrated database. */
  readonly connectionString: string;
  readonly log: Logger;
  /** Which worker process this is, from 1; 0 for the first process. */
  readonly slot?: number;
  /** Resolves when the database, which is down, is back and migrated; undefined if it is up. */
  readonly away?: Promise<void> | undefined;
}

/** Builds everything once, in order of dependency; disposes of it in reverse order. */
// oxlint-disable-next-line max-lines-per-function -- the composition root: builds everything once, in order
export async function createApp(options: AppOptions): Promise<App & AsyncDisposable> {
  const { config, secrets, connectionString, log, away } = options;
  await using stack = new AsyncDisposableStack();
  const store = stack.use(
    await openLocalStore({ folder: config.journalDir, log, release: VERSION }),
  );
  const secret = secrets.secret.reveal();
  const previousSecrets = (secrets.previousSecrets ?? []).map((each) => each.reveal());
  const plans = readPlans({ file: config.plansFile, payment: config.stripe !== undefined });
  const geo = await openGeo({
    databasePath: config.geoDatabase,
    countryHeader: config.countryHeader,
  });
  if (geo.problem !== null) log.warn({}, geo.problem);
  const installationTokens = await createInstallationTokens([secret, ...previousSecrets]);
  const { db, pool } = stack.use(connectRequests({ connectionString, log }));
  const groups = openGroups(stack.use(connectGroups({ connectionString, log })));
  const { db: background } = stack.use(
    connectBackground(
      { connectionString, log },
      { thisMachine: config.database.kind === 'embedded' },
    ),
  );
  const reader = stack.use(
    openReader({ primary: { db, pool }, replica: config.readDatabaseUrl?.reveal(), log }),
  );
  const mail = stack.use(
    openMail({
      smtpUrl: config.smtpUrl?.reveal(),
      directory: join(config.dataDir, 'mail'),
      from: `Fairlead <no-reply@${config.publicUrl.hostname}>`,
    }),
  );
  const accounts = stack.use(
    createAccounts({
      db,
      secret,
      previousSecrets,
      publicUrl: config.publicUrl.origin,
      oidc: config.oidc && { ...config.oidc, clientSecret: config.oidc.clientSecret.reveal() },
      mail,
      log,
    }),
  );
  const dayKeys = stack.use(await createDayKeys({ pool, store, secret, log }));
  away
    ?.then(() => dayKeys.refresh())
    .catch((error: unknown) => log.warn({ err: error }, 'Day keys could not be read'));
  const files = openFiles({ url: config.filesUrl.reveal(), dataDir: config.dataDir });
  const works = config.roles.has('jobs');
  const queue = stack.use(await createQueue({ pool, log, works, away }));
  const metrics = createMetrics();
  const journal = await openJournal({
    folder: folderOf(config.journalDir, options.slot ?? 0),
    log,
    onStored: (records, seconds) => metrics.countStoredRecords(records, seconds),
  });
  const ledger = stack.use(createClickLedger({ journal, pool, log, metrics }));
  watchNumbers(metrics, { config, pool, ledger, reader });
  if ((options.slot ?? 0) === 0) {
    const load = () => loadLeftJournals({ config, pool, log, metrics });
    if (away) void away.then(load, () => undefined);
    else await load();
  }
  const limitsKey = deriveKey(secret, 'rate limits');
  const rateLimiter = config.rateLimits
    ? stack.use(createRateLimiter({ pool, key: limitsKey, log }))
    : undefined;
  const billing = config.stripe && (await openBilling(config.stripe, plans, log));
  const lookups = createLookups(db, store);
  const changes = stack.use(
    await followChanges(connectionString, {
      onChange: (change, transaction) => lookups.apply(change, transaction),
      onPosition: (position) => lookups.setPosition(position),
      onLost: () => lookups.setListening(false),
      onRestored: () => lookups.setListening(true),
      away: away !== undefined,
      log,
    }),
  );
  if (!away) lookups.setListening(true);
  const owned = stack.move();
  return {
    config,
    secrets,
    log,
    db,
    background,
    pool,
    reader,
    groups,
    lookups,
    localStore: store,
    changes,
    installationTokens,
    ledger,
    metrics,
    plans,
    accounts,
    mail,
    rateLimiter,
    billing,
    files,
    queue,
    dns: openDns(config.dnsServers),
    web: openWeb(),
    geo,
    readVisitor: createVisitorReader(),
    clickProofs: createClickProofs(secret),
    dayKeys,
    hashVisitor: createVisitorHash(dayKeys),
    hashAddress: createAddressHash(dayKeys),
    drain: createDrain(config.drainSeconds),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Loads the journals left by worker processes that no longer exist because PROCESSES was lowered. */
async function loadLeftJournals({
  config,
  pool,
  log,
  metrics,
}: Pick<App, 'config' | 'pool' | 'log' | 'metrics'>) {
  const last = config.processes > 1 ? config.processes : 0;
  for (const slot of await listSlots(config.journalDir)) {
    if (slot <= last) continue;
    await loadLeftJournal({ folder: folderOf(config.journalDir, slot), pool, log, metrics });
  }
}

/** Gauges that can be read at any time. */
function watchNumbers(
  metrics: Metrics,
  { config, pool, ledger, reader }: Pick<App, 'config' | 'pool' | 'ledger' | 'reader'>,
): void {
  metrics.watch({
    name: 'fairlead_clicks_unanswered',
    help: 'Visits whose answers wait for the disk',
    read: () => ledger.unanswered(),
  });
  metrics.watch({
    name: 'fairlead_journal_backlog',
    help: 'What is durable here and not in the database yet; seconds is the age of the oldest record',
    read: () => ({ ...ledger.backlog() }),
  });
  metrics.watch({
    name: 'fairlead_journal_alarm',
    help: '1 while something is wrong with the journal; the owner of the server has a mail about it',
    read: () => readJournalAlarms(ledger, config.journalDir),
  });
  metrics.watch({
    name: 'fairlead_journal_disk',
    help: 'Bytes of the disk of the journal',
    read: () => ({ free: readFreeBytes(config.journalDir) }),
  });
  metrics.watch({
    name: 'fairlead_database_connections',
    help: 'Connections to the database, and calls that wait for one',
    read: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waited_for: pool.waitingCount,
    }),
  });
  metrics.watch({
    name: 'fairlead_number_reads',
    help: 'Questions about numbers that the replica has answered, and the primary',
    read: () => ({ ...reader.counts() }),
  });
}

/** Stripe's library takes 0.3 s and 37 MB to load, so it is loaded only if plans are sold. */
async function openBilling(
  { secretKey, webhookSecret, apiUrl }: StripeConfig,
  plans: Plans,
  log: Logger,
) {
  const priced = plans.catalogue.some(
    ({ monthly, yearly }) => monthly.paymentPriceId ?? yearly.paymentPriceId,
  );
  if (!priced) log.warn({}, 'STRIPE_SECRET_KEY is set, but no plan names a paymentPriceId to sell');
  const { openStripe } = await import('./adapters/stripe.ts');
  return openStripe({
    secretKey: secretKey.reveal(),
    webhookSecret: webhookSecret.reveal(),
    apiUrl,
    log,
  });
}
