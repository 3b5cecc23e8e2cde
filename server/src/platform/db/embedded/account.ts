import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The system user that PostgreSQL runs as when we are root, because it refuses to run as root. */
export type Account = { readonly name: string; readonly uid: number; readonly gid: number };

const CANDIDATES = ['postgres', 'nobody'];
const READ = 4;
const ENTER = 1;

/**
 * Which user to run PostgreSQL as: undefined means our own. An existing cluster keeps its owner,
 * because PostgreSQL runs on it only as that user.
 */
export async function chooseAccount(cluster: string): Promise<Account | undefined> {
  const uid = process.getuid?.();
  const owner = await stat(cluster).catch(() => undefined);
  if (uid !== 0) {
    if (owner !== undefined && uid !== undefined && owner.uid !== uid) {
      throw new Error(
        `The database in ${cluster} belongs to user ${owner.uid}: start Fairlead as that user or as root`,
      );
    }
    return undefined;
  }
  if (owner !== undefined && owner.uid !== 0) {
    return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  }
  return findAccount(await readFile('/etc/passwd', 'utf8'));
}

/** Whether the account may enter this folder, including all folders above it. */
export async function canEnter(account: Account | undefined, folder: string): Promise<boolean> {
  if (account === undefined) return true;
  const real = await realpath(folder);
  for (let at = real; ; at = dirname(at)) {
    if (!allows(await stat(at), account, ENTER)) return false;
    if (at === dirname(at)) return true;
  }
}

/** Whether the account may read this file or list this folder and reach it. */
export async function canRead(account: Account | undefined, path: string): Promise<boolean> {
  if (account === undefined) return true;
  const real = await realpath(path);
  const stats = await stat(real);
  const needed = stats.isDirectory() ? READ | ENTER : READ;
  return allows(stats, account, needed) && (await canEnter(account, dirname(real)));
}

function findAccount(passwd: string): Account {
  const lines = passwd.split('\n').map((line) => line.split(':'));
  for (const name of CANDIDATES) {
    const line = lines.find((fields) => fields[0] === name);
    // macOS writes the ids of the user nobody as -2.
    if (line) return { name, uid: Number(line[2]) >>> 0, gid: Number(line[3]) >>> 0 };
  }
  throw new Error(
    `PostgreSQL does not run as root and this machine has no user ${CANDIDATES.join(' or ')}: ` +
      'start Fairlead as an ordinary user, or set DATABASE_URL',
  );
}

// Supplementary groups do not count: they are dropped when a process changes its user.
function allows(
  stats: { uid: number; gid: number; mode: number },
  account: Account,
  bits: number,
): boolean {
  let shift = 0;
  if (stats.uid === account.uid) shift = 6;
  else if (stats.gid === account.gid) shift = 3;
  return ((stats.mode >> shift) & bits) === bits;
}
