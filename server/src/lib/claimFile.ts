import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProcess, namePidSpace } from './processes.ts';

type Owner = { pid: number; startedAt: string; space: string };

const HEARTBEAT_MS = 1_000;
const SILENT_MS = 6_000;

/**
 * Creates a file saying that this process owns the folder it is in, until disposed. While another running process
 * owns it, throws what `inUse` returns for the owner's name. The file of a killed process is replaced immediately.
 */
export async function claimFile(
  file: string,
  inUse: (holder: string) => Error,
): Promise<AsyncDisposable> {
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
      throw inUse(state.holder);
    }
    if (state.holder === undefined) await removeStale(file, state.text);
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
      const owner = readOwner(await readText(file));
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

/** Renamed first: if two find the same stale file, the slower must not delete the faster one's claim. */
async function removeStale(file: string, judged: string | undefined): Promise<void> {
  const aside = `${file}.${process.pid}.stale`;
  const moved = await rename(file, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  if ((await readText(aside)) !== judged) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

interface Judgement {
  /** Undefined: no running process. */
  readonly holder?: string;
  readonly certain: boolean;
  /** What the file says. */
  readonly text?: string | undefined;
}

// A pid from another machine or container means nothing here: then only the heartbeat counts.
async function judge(file: string, space: string): Promise<Judgement> {
  const [text, stats] = await Promise.all([readText(file), stat(file).catch(() => undefined)]);
  if (stats === undefined) return { certain: true, text };
  const owner = readOwner(text);
  const silent = Date.now() - stats.mtimeMs > SILENT_MS;
  if (owner === undefined) {
    return silent ? { certain: true, text } : { holder: 'unknown', certain: false };
  }
  if (owner.space !== space) {
    return silent
      ? { certain: true, text }
      : { holder: `${owner.pid} on ${owner.space}`, certain: false };
  }
  const living = await findProcess(owner.pid);
  return living?.startedAt === owner.startedAt
    ? { holder: String(owner.pid), certain: true }
    : { certain: true, text };
}

function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}

function readOwner(text: string | undefined): Owner | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
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
