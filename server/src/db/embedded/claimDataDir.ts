import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProcess, namePidSpace } from './processes.ts';

type Owner = { pid: number; startedAt: string; space: string };

const HEARTBEAT_MS = 1_000;
const SILENT_MS = 6_000;

/**
 * Marks the data folder as ours until disposed. Throws when a living server owns it, so that two
 * servers started on one folder by mistake do not share, and later stop, one database.
 */
export async function claimDataDir(dataDir: string): Promise<AsyncDisposable> {
  const file = join(dataDir, 'postgres', 'owner.json');
  const self = await findProcess(process.pid);
  const mine: Owner = {
    pid: process.pid,
    startedAt: self?.startedAt ?? '',
    space: await namePidSpace(),
  };
  const patience = Date.now() + 2 * SILENT_MS;
  while (!(await create(file, mine))) {
    const state = await judge(file, mine.space);
    if (state.holder !== undefined && (state.certain || Date.now() > patience)) {
      throw new Error(`DATA_DIR ${dataDir} is in use by process ${state.holder}`);
    }
    if (state.holder === undefined) await rm(file, { force: true });
    else await sleep(200);
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(heartbeat);
      const owner = await readOwner(file);
      if (owner?.pid === mine.pid && owner.space === mine.space) await rm(file, { force: true });
    },
  };
}

function create(file: string, owner: Owner): Promise<boolean> {
  return writeFile(file, JSON.stringify(owner), { flag: 'wx', mode: 0o600 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}

// A pid of another machine or container says nothing here: there only the heartbeat counts.
async function judge(file: string, space: string): Promise<{ holder?: string; certain: boolean }> {
  const [owner, stats] = await Promise.all([readOwner(file), stat(file).catch(() => undefined)]);
  if (stats === undefined) return { certain: true };
  const silent = Date.now() - stats.mtimeMs > SILENT_MS;
  if (owner === undefined)
    return silent ? { certain: true } : { holder: 'unknown', certain: false };
  if (owner.space !== space) {
    return silent
      ? { certain: true }
      : { holder: `${owner.pid} on ${owner.space}`, certain: false };
  }
  const living = await findProcess(owner.pid);
  return living?.startedAt === owner.startedAt
    ? { holder: String(owner.pid), certain: true }
    : { certain: true };
}

async function readOwner(file: string): Promise<Owner | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof value !== 'object' || value === null) return undefined;
    if (!('pid' in value && 'startedAt' in value && 'space' in value)) return undefined;
    return {
      pid: Number(value.pid),
      startedAt: String(value.startedAt),
      space: String(value.space),
    };
  } catch {
    return undefined;
  }
}
