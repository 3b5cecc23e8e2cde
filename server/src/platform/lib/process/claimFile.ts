import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProcess, namePidSpace } from './processes.ts';

type Owner = { pid: number; startedAt: string; space: string };

const HEARTBEAT_MS = 1_000;
/** An owner in another pid namespace counts as gone after this. */
const SILENT_MS = 6_000;
/** Well before others may count us as gone, we look whether they have. */
const UNSURE_MS = SILENT_MS / 2;

/** The folder that a file stands for is ours, until another process has taken it over or it is disposed. */
export interface Claim extends AsyncDisposable {
  /**
   * Whether the folder is ours. Looks only if this process may have been frozen so long that another one has taken it over.
   * Rejects if that cannot be found out.
   */
  isOurs(): Promise<boolean>;
}

interface Options {
  /** What is thrown while another running process, called `holder`, owns the folder. */
  readonly inUse: (holder: string) => Error;
  /** Called once if another process has taken the folder over, because this one was frozen: nothing in it may be touched. */
  readonly onLost: () => void;
}

/**
 * Creates a file saying that this process owns the folder it is in. The file of a killed process is replaced immediately;
 * where it cannot be written, throws the system's error.
 */
export async function claimFile(file: string, { inUse, onLost }: Options): Promise<Claim> {
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
  let lost = false;
  let beaten = readClocks();

  /** Only a file that says so is touched: it may be another one's. */
  async function beat(): Promise<void> {
    const clocks = readClocks();
    if (lost) return;
    const text = await readText(file);
    if (text === undefined ? await create(file, mine) : text === JSON.stringify(mine)) {
      await utimes(file, new Date(), new Date());
      beaten = clocks;
      return;
    }
    if (lost) return;
    lost = true;
    onLost();
  }

  const heartbeat = setInterval(() => void beat().catch(() => undefined), HEARTBEAT_MS);
  heartbeat.unref();
  return {
    async isOurs() {
      if (millisecondsSince(beaten) > UNSURE_MS) await beat();
      return !lost;
    },
    async [Symbol.asyncDispose]() {
      clearInterval(heartbeat);
      if ((await readText(file)) === JSON.stringify(mine)) await rm(file, { force: true });
    },
  };
}

interface Clocks {
  readonly monotonic: number;
  readonly wall: number;
}

function readClocks(): Clocks {
  return { monotonic: performance.now(), wall: Date.now() };
}

/** By the clock that says more: one of them stands still while the machine does. */
function millisecondsSince({ monotonic, wall }: Clocks): number {
  return Math.max(performance.now() - monotonic, Date.now() - wall);
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
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
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

/** Undefined: there is none. */
function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
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
