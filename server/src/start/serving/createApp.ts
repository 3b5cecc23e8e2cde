import type { Logger } from 'pino';
import { createAccounts } from '#teams/accounts/createAccounts.ts';
import { createImageShrinker } from '#platform/lib/images/shrinkImage.ts';
import type { PasswordHasher } from '#teams/accounts/passwords/createPasswordHasher.ts';
import { openFiles } from '#platform/adapters/files.ts';
import { openDns } from '#platform/adapters/dns.ts';
import { openGeo } from '#platform/adapters/geo.ts';
import { createMetrics } from '#platform/adapters/metrics.ts';
import { openMail } from '#platform/adapters/mail.ts';
import { openWeb } from '#platform/adapters/web.ts';
import type { App } from '#faces/App.ts';
import { createRecentEvents } from '#apps/events/createRecentEvents.ts';
import { createSourceTrust } from '#apps/sources/createSourceTrust.ts';
import { createClickLimits } from '#visits/clicks/createClickLimits.ts';
import { createClickLedger } from '#visits/clicks/createClickLedger.ts';
import { readFreeBytes } from '#visits/clicks/readJournalAlarms.ts';
import { loadLeftJournal } from '#visits/clicks/loadLeftJournal.ts';
import { loadLeftJournals } from '#visits/clicks/loadLeftJournals.ts';
import { createVisitorReader } from '#visits/visitors/readVisitor.ts';
import { createAddressHash } from '#visits/visitors/addressHash.ts';
import { openNumbers } from '#visits/numbers/openNumbers.ts';
import { createClickProofs } from '#visits/clicks/createClickProofs.ts';
import { createDayKeys } from '#visits/visitors/createDayKeys.ts';
import { createVisitorHash } from '#visits/visitors/visitorHash.ts';
import { type Config, isLinkNode, type StripeConfig } from '#platform/config/config.ts';
import { connectBackground } from '#platform/db/connections/connectBackground.ts';
import { connectRequests } from '#platform/db/connections/connectRequests.ts';
import { connectGroups } from '#platform/db/connections/connectGroups.ts';
import { followChanges } from '#platform/db/changes/followChanges.ts';
import { openLocalStore } from '#platform/db/local/openLocalStore.ts';
import { openReader } from '#platform/db/connections/openReader.ts';
import { createInstallationTokens } from '#apps/installations/createInstallationTokens.ts';
import { copyLinks } from '#faces/lookups/copyLinks.ts';
import { createLookups } from '#faces/lookups/createLookups.ts';
import { HOUR_MS } from '#platform/lib/time.ts';
import { createDrain } from '#platform/lib/process/createDrain.ts';
import { type Plans, readPlans } from '#teams/plans/readPlans.ts';
import { openClickStore } from './openClickStore.ts';
import { deriveLimitsKey } from '#platform/rateLimits/budgetNames.ts';
import { createRateLimiter } from '#platform/rateLimits/createRateLimiter.ts';
import { closedQueue, createQueue } from '#platform/queue/createQueue.ts';
import { folderOf, listSlots } from '#visits/journal/listFolders.ts';
import { openJournal } from '#visits/journal/openJournal.ts';
import { openGroups } from './openGroups.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import { VERSION } from '#platform/config/version.ts';
import { watchNumbers } from './watchNumbers.ts';
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
  /**
   * Factor for every wait after which something counts as too slow: 1 unless the machine is known to be slow, as one that
   * runs tests is.
   */
  readonly patience?: number;
  /** What hashes passwords, instead of something that is slow on purpose: for tests, which make hundreds of accounts. */
  readonly passwords?: PasswordHasher;
}

/** Builds everything once, in order of dependency; disposes of it in reverse order. */
// oxlint-disable-next-line max-lines-per-function -- the composition root: builds everything once, in order
export async function createApp(options: AppOptions): Promise<App & AsyncDisposable> {
  const { config, secrets, connectionString, log, away, patience = 1 } = options;
  const slot = options.slot ?? 0;
  await using stack = new AsyncDisposableStack();
  const store = stack.use(openStore(config, { log, slot }));
  const secret = secrets.secret.reveal();
  const previousSecrets = (secrets.previousSecrets ?? []).map((secret) => secret.reveal());
  const plans = readPlans({ file: config.plansFile, payment: config.stripe !== undefined });
  const geo = await openGeo({
    databasePath: config.geoDatabase,
    countryHeader: config.countryHeader,
    log,
  });
  if (geo.problem !== null) log.warn({}, geo.problem);
  const installationTokens = await createInstallationTokens([secret, ...previousSecrets]);
  const { db, pool } = stack.use(connectRequests({ connectionString, log, patience }));
  const grouped = stack.use(connectGroups({ connectionString, log, patience }));
  const groups = openGroups(grouped);
  const { db: background } = stack.use(
    connectBackground(
      { connectionString, log, patience },
      { thisMachine: config.database.kind === 'embedded' },
    ),
  );
  const clickStore = await openClickStore(
    { config, pool, groups: grouped.pool, db, background, log },
    stack,
  );
  const { reader, exportReader } = openReaders({ config, log, db, pool, background, patience });
  stack.use(reader);
  stack.use(exportReader);
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
      passwords: options.passwords,
      patience,
    }),
  );
  const dayKeys = stack.use(
    await createDayKeys({
      pool,
      store,
      secret: secrets.linkSecret.reveal(),
      log,
      away: away !== undefined,
      mayReplace: !isLinkNode(config),
    }),
  );
  away
    ?.then(() => dayKeys.refresh())
    .catch((error: unknown) => log.warn({ err: error }, 'Day keys could not be read'));
  const files = openFiles({ url: config.filesUrl.reveal(), dataDir: config.dataDir });
  const works = config.roles.has('jobs');
  const queue = stack.use(
    isLinkNode(config) ? closedQueue : await createQueue({ pool, log, works, away }),
  );
  const metrics = createMetrics();
  const journal = await openJournal({
    folder: folderOf(config.journalDir, slot),
    log,
    patience,
    onStored: (records, seconds) => metrics.countStoredRecords(records, seconds),
  });
  const loadJournal = (folder: string) => loadLeftJournal({ folder, clickStore, log, metrics });
  const left = stack.use(
    loadLeftJournals({ folders: await listLeft(config, slot), load: loadJournal, patience }),
  );
  const ledger = stack.use(
    createClickLedger({ journal, clickStore, log, metrics, patience, left }),
  );
  const numbers = openNumbers({ clickStore, ledger, reader, exportReader });
  watchNumbers(metrics, { config, pool, ledger, numbers, localStore: store });
  const limitsKey = deriveLimitsKey(secret);
  const rateLimiter = config.rateLimits
    ? stack.use(createRateLimiter({ pool, key: limitsKey, log, patience }))
    : undefined;
  const billing = config.stripe && (await openBilling(config.stripe, plans, log));
  const { lookups, changes } = await openLookups({ ...options, slot, db, store }, stack);
  const dns = openDns(config.dnsServers, patience);
  const web = openWeb({ patience });
  const owned = stack.move();
  return {
    config,
    secrets,
    log,
    patience,
    db,
    background,
    pool,
    numbers,
    loadJournal,
    groups,
    lookups,
    localStore: store,
    changes,
    installationTokens,
    ledger,
    clickLimits: createClickLimits({ db, numbers, log }),
    recentEvents: createRecentEvents(),
    metrics,
    plans,
    accounts,
    mail,
    rateLimiter,
    billing,
    files,
    images: createImageShrinker(),
    queue,
    dns,
    web,
    sourceTrust: createSourceTrust({ dns, web }),
    geo,
    readVisitor: createVisitorReader(),
    clickProofs: createClickProofs(secrets.linkSecret.reveal()),
    dayKeys,
    hashVisitor: createVisitorHash(dayKeys),
    hashAddress: createAddressHash(dayKeys),
    drain: createDrain(config.drainSeconds),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** The journals of worker processes that no longer exist because PROCESSES was lowered: the first process loads them. */
async function listLeft({ processes, journalDir }: Config, own: number): Promise<string[]> {
  if (own !== 0) return [];
  const last = processes > 1 ? processes : 0;
  const slots = await listSlots(journalDir);
  return slots.filter((slot) => slot > last).map((slot) => folderOf(journalDir, slot));
}

/** In the first process, which has no visitors to wait for it if there are several (`PROCESSES`). */
const writesCopy = ({ linkCopy }: Config, slot: number) => linkCopy === 'complete' && slot === 0;

function openStore(config: Config, { log, slot }: Pick<AppOptions, 'log'> & { slot: number }) {
  const lock = writesCopy(config, slot) ? { lockMs: 5_000 } : {};
  const fill = config.linkCopy;
  return openLocalStore({ folder: config.journalDir, log, release: VERSION, fill, ...lock });
}

/** Lookups that hear of changes, and the process's part in filling the local store. */
async function openLookups(
  options: AppOptions & { slot: number; db: App['db']; store: App['localStore'] },
  stack: AsyncDisposableStack,
): Promise<Pick<App, 'lookups' | 'changes'>> {
  const { config, connectionString, log, slot, db, store } = options;
  const away = options.away !== undefined;
  const lookups = createLookups(db, { store, maxAgeMs: config.linkCopyMaxAge * HOUR_MS });
  const changes = stack.use(
    await followChanges({
      connectionString,
      log,
      patience: options.patience,
      away,
      onRead({ changes: heard }) {
        for (const change of heard) lookups.apply(change);
      },
      onLost(reason) {
        log.warn({ reason: String(reason) }, 'Does not hear of changes; connecting again');
        lookups.setListening(false);
      },
      onRestored() {
        log.info({}, 'Hears of changes again');
        lookups.setListening(true);
      },
    }),
  );
  if (!away) lookups.setListening(true);
  if (writesCopy(config, slot)) {
    const freeBytes = () => readFreeBytes(config.journalDir);
    const copying = copyLinks({ connectionString, copy: store.copy, log, freeBytes });
    stack.use(await copying);
  }
  return { lookups, changes };
}

/** Readers of the replica, if there is one: for what someone waits for, and for exports. */
function openReaders({
  config,
  log,
  db,
  pool,
  background,
  patience,
}: Pick<App, 'config' | 'log' | 'db' | 'pool' | 'background' | 'patience'>) {
  const connectionString = config.readDatabaseUrl?.reveal();
  const to = connectionString === undefined ? undefined : { connectionString, log };
  const requests = to && connectRequests({ ...to, name: 'fairlead replica', patience });
  const exports = to && connectBackground({ ...to, patience }, { thisMachine: false });
  return {
    reader: openReader({ primary: { db, pool }, replica: requests, log }),
    exportReader: openReader({ primary: { db: background, pool }, replica: exports, log }),
  };
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
  const { openStripe } = await import('#platform/adapters/stripe.ts');
  return openStripe({
    secretKey: secretKey.reveal(),
    webhookSecret: webhookSecret.reveal(),
    apiUrl,
    log,
  });
}
