import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { openBackupPlace } from '#platform/adapters/backupPlaces.ts';
import { BackupError, type Heading, summarise } from '#platform/backup/BackupFile.ts';
import { readBackup } from '#platform/backup/readBackup.ts';
import { restoreBackup } from '#platform/backup/restoreBackup.ts';
import { proofOf } from '#platform/backup/seals.ts';
import { writeBackup } from '#platform/backup/writeBackup.ts';
import type { Config } from '#platform/config/config.ts';
import { openAlone, openBeside } from './openMaintenance.ts';
import { findSecrets, keepSecret, readSecrets } from '#platform/config/secrets.ts';
import { VERSION } from '#platform/config/version.ts';

/** One object, which the command line prints. */
type Result = Promise<Readonly<Record<string, unknown>>>;

/** `backup FILE`: works directly on the database, whether the server is running or stopped. */
export async function backUp(config: Config, log: Logger, file: string): Result {
  const began = Date.now();
  await using database = await openBeside(config, log);
  const { secret } = await readSecrets(config);
  const place = openBackupPlace(file, config.filesUrl.reveal());
  const summary = await writeBackup({
    connectionString: database.connectionString,
    place,
    version: VERSION,
    secret: secret.reveal(),
    includesSecret: config.secret === undefined,
    withoutClicks: config.clicksUrl !== undefined,
  });
  return { file: place.name, ...summary, seconds: secondsSince(began) };
}

/** `restore FILE --verify`: reads everything, and touches no database. */
export async function verify(config: Config, file: string): Result {
  const place = openBackupPlace(file, config.filesUrl.reveal());
  const secrets = await findSecrets(config);
  const { heading, ending, origin } = await readBackup({ place, secrets });
  return { file: place.name, ...summarise(heading, ending), origin, verified: true };
}

export interface RestoreFlags {
  /** The backup is of another installation, or its SECRET is gone: what that signed is no longer valid. */
  readonly secretLost: boolean;
}

/** `restore FILE`: into the database of the configuration, which has to be empty. */
export async function restore(
  config: Config,
  log: Logger,
  file: string,
  { secretLost }: RestoreFlags,
): Result {
  const began = Date.now();
  const place = openBackupPlace(file, config.filesUrl.reveal());
  await using database = await openAlone(config, log);
  const summary = await restoreBackup({
    connectionString: database.connectionString,
    place,
    secrets: await findSecrets(config),
    log,
    check: (heading) => (secretLost ? Promise.resolve() : takeSecret(config, heading)),
  });
  return { file: place.name, ...summary, seconds: secondsSince(began) };
}

/** `move-database URL`: everything of the configured database into an empty one elsewhere. */
export async function moveDatabase(config: Config, log: Logger, target: string): Result {
  if (!/^postgres(ql)?:\/\//.test(target)) {
    throw new BackupError(
      'The target must be a URL such as postgres://user:password@host:5432/name',
    );
  }
  const began = Date.now();
  await using source = await openAlone(config, log);
  const { secret } = await readSecrets(config);
  const file = join(config.dataDir, 'move-database.backup');
  await using undo = new AsyncDisposableStack();
  undo.defer(() => rm(file, { force: true }));
  const { connectionString } = source;
  const place = openBackupPlace(file);
  const secrets = [secret.reveal()];
  await writeBackup({
    connectionString,
    place,
    version: VERSION,
    secret: secret.reveal(),
    includesSecret: false,
    withoutClicks: config.clicksUrl !== undefined,
  });
  const summary = await restoreBackup({ connectionString: target, place, secrets, log });
  return { ...summary, seconds: secondsSince(began) };
}

/** Makes sure that the restored server has the SECRET that tokens and URLs were signed with. */
async function takeSecret(config: Config, { secretProof, secret }: Heading): Promise<void> {
  const known = await findSecrets(config);
  if (known.some((own) => proofOf(own) === secretProof)) return;
  const lost =
    'where that SECRET is lost and you trust the file, --secret-lost restores it without: apps and sign-ins start over then';
  if (config.secret !== undefined) {
    throw new BackupError(
      `The backup was written by another installation: SECRET is not that of the server that was backed up. Set it, or name it in PREVIOUS_SECRETS; ${lost}`,
    );
  }
  if (known.length > 0) {
    throw new BackupError(
      `The backup was written by another installation: ${join(config.dataDir, 'secret')} is another secret than that of the backup. Restore into a new DATA_DIR; ${lost}`,
    );
  }
  if (secret === undefined) {
    throw new BackupError(
      `The backup comes without its SECRET, which its operator keeps. Set SECRET to it; ${lost}`,
    );
  }
  await keepSecret(config.dataDir, secret);
}

function secondsSince(began: number): number {
  return Math.round((Date.now() - began) / 100) / 10;
}
