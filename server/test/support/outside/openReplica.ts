import { execFileSync } from 'node:child_process';
import { appendFile, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseHome, makeDataDir } from '#platform/db/embedded/chooseHome.ts';
import { connectionStrings } from '#platform/db/embedded/ensureDatabase.ts';
import { findBinaries, prepareBinaries } from '#platform/db/embedded/findBinaries.ts';
import { launchPostmaster } from '#platform/db/embedded/launchPostmaster.ts';
import { stopPostmaster } from '#platform/db/embedded/postmaster.ts';
import { defaultSettings } from '#platform/db/embedded/settings.ts';
import { makePlace, query } from '../embeddedDatabase.ts';
import { endings } from '../run/endings.ts';
import { silentLog } from '../silentLog.ts';
import { TEST_SETTINGS } from '../startTestServer.ts';
import { until } from '../until.ts';

/** A PostgreSQL of its own, and another one that follows it by streaming replication. */
export interface Replicated {
  /** For the role that owns the database. */
  readonly primary: string;
  readonly replica: string;
  /** From here on it replays nothing, until it is disposed. */
  pause(): Promise<AsyncDisposable>;
  /** From here on it receives nothing: what the primary takes is the primary's alone. */
  part(): Promise<void>;
  /** It becomes a server of its own. */
  promote(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

const SETTINGS = { ...TEST_SETTINGS, wal_level: 'replica', max_wal_senders: '5' };

/** The replica begins as a copy of the stopped primary: npm brings no `pg_basebackup`. */
export async function openReplica(): Promise<Replicated> {
  const place = await makePlace();
  endings.use(place);
  const first = await place.start({ settings: SETTINGS });
  await first.stop();
  const { home: original } = await chooseHome(place.dataDir, silentLog);
  const dataDir = await makeDataDir(join(place.root, 'replica'));
  const { home, account } = await chooseHome(dataDir, silentLog);
  await mkdir(home, { recursive: true });
  const cluster = join(home, 'cluster');
  execFileSync('cp', ['-a', join(original, 'cluster'), cluster]);
  const { connectionString } = await place.start({ settings: SETTINGS });
  const password = (await readFile(join(original, 'password'), 'utf8')).trim();
  const { port: primaryPort } = new URL(connectionString);
  await appendFile(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=postgres password=${password}'\n`,
  );
  const signal = join(cluster, 'standby.signal');
  await writeFile(signal, '');
  if (account) await chown(signal, account.uid, account.gid);
  const binaries = await prepareBinaries(await findBinaries(), home, account, silentLog);
  const plan = {
    binaries,
    home,
    account,
    settings: { ...defaultSettings(), ...SETTINGS },
    log: silentLog,
  };
  let running = await launchPostmaster(plan);
  endings.defer(() => stopPostmaster(cluster, running.pid));
  const urls = connectionStrings(running.port, password);
  const tell = (text: string) => query({ connectionString: urls.admin }, text);
  return {
    primary: connectionString,
    replica: urls.application,
    async pause() {
      await tell('select pg_wal_replay_pause()');
      return {
        async [Symbol.asyncDispose]() {
          await tell('select pg_wal_replay_resume()');
        },
      };
    },
    async part() {
      await tell(`alter system set primary_conninfo = ''`);
      await tell('select pg_reload_conf()');
      await until(
        'the replica receives nothing any more',
        async () => (await tell('select from pg_stat_wal_receiver')).length === 0,
      );
    },
    async promote() {
      await tell('select pg_promote()');
    },
    stop: () => stopPostmaster(cluster, running.pid),
    async start() {
      running = await launchPostmaster(plan, running.port);
    },
  };
}
