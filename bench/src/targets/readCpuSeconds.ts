import { readFile } from 'node:fs/promises';
import { findDatabasePids } from './findDatabasePids.ts';

/** Linux counts processor time in hundredths of a second for every program. */
const TICKS_PER_SECOND = 100;

/** Processor time a process has used so far; undefined where the system has no /proc. */
export async function readCpuSeconds(pid: number): Promise<number | undefined> {
  const ticks = await readTicks(pid);
  return ticks && ticks.own / TICKS_PER_SECOND;
}

/**
 * Processor time that the PostgreSQL in a data directory has used so far: its processes, and those
 * of them that have ended; undefined where none runs or the system has no /proc.
 */
export async function readDatabaseCpuSeconds(dataDir: string): Promise<number | undefined> {
  const [postmaster, ...children] = await Promise.all(
    (await findDatabasePids(dataDir)).map(readTicks),
  );
  if (postmaster === undefined) return undefined;
  const running = children.reduce((sum, ticks) => sum + (ticks?.own ?? 0), 0);
  return (postmaster.own + postmaster.endedChildren + running) / TICKS_PER_SECOND;
}

async function readTicks(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The command may hold spaces; the fields behind its closing bracket are plain.
  const fields = stat
    ?.slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  if (fields === undefined) return undefined;
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11);
  return { own: user + system, endedChildren: childrenUser + childrenSystem };
}
