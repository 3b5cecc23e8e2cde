import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseAccount } from '#platform/db/embedded/account.ts';
import { connectionStrings, ensureDatabase } from '#platform/db/embedded/ensureDatabase.ts';
import { launchOptions } from '#platform/db/embedded/initCluster.ts';
import { launchPostmaster } from '#platform/db/embedded/launchPostmaster.ts';
import { stopPostmaster } from '#platform/db/embedded/postmaster.ts';
import { silentLog } from '../silentLog.ts';
import type { DatabaseInput, StartedDatabase } from '../run/databases.ts';

const FOLDER = '/usr/lib/postgresql/15';

/** Debian's PostgreSQL 15 as it comes: what the product needs of a server, it has to ask for by itself. */
export async function startDebianPostgres({
  folder,
  settings,
}: DatabaseInput): Promise<StartedDatabase> {
  if (!existsSync(join(FOLDER, 'bin/postgres'))) {
    throw new Error('TEST_POSTGRES=debian15 needs PostgreSQL 15: apt-get install postgresql-15');
  }
  const cluster = join(folder, 'cluster');
  const account = await chooseAccount(cluster);
  await mkdir(cluster);
  const passwordFile = join(folder, 'password');
  const password = randomBytes(24).toString('base64url');
  await writeFile(passwordFile, password);
  for (const path of account ? [cluster, passwordFile] : []) {
    await chown(path, account!.uid, account!.gid);
  }
  execFileSync(
    join(FOLDER, 'bin/initdb'),
    [
      `--pgdata=${cluster}`,
      `--pwfile=${passwordFile}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ],
    { ...launchOptions(account), stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const { pid, port } = await launchPostmaster({
    binaries: { folder: FOLDER, version: '15' },
    home: folder,
    account,
    settings: { ...settings, listen_addresses: '127.0.0.1', unix_socket_directories: '' },
    log: silentLog,
  });
  const { admin, application } = connectionStrings(port, password);
  await ensureDatabase(admin, password);
  return { connectionString: application, stop: () => stopPostmaster(cluster, pid) };
}
