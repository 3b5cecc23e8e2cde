import { findDatabasePids } from './findDatabasePids.ts';
import { findChildren, readCommand } from './processes.ts';

/**
 * What a fault ends: the server with its workers, one worker, one process of the database that serves the server (with it all
 * that serve it: PostgreSQL recovers as after a crash), the whole database, or all of it. `frozen`: all of it stands still for
 * long and goes on; `takenOver`: so that another container takes its folders over meanwhile.
 */
export const VICTIMS = [
  'server',
  'worker',
  'backend',
  'database',
  'all',
  'frozen',
  'takenOver',
] as const;
export type Victim = (typeof VICTIMS)[number];

/** Whether the server's first process lives on, and starts again what was killed. */
export function survives(victim: Victim): boolean {
  return !['server', 'all', 'takenOver'].includes(victim);
}

/** Throws where there is nothing to kill. */
export async function findVictims(
  victim: Victim,
  { pid, dataDir }: { readonly pid: number; readonly dataDir: string },
): Promise<number[]> {
  const found = await listVictims(victim, pid, dataDir);
  if (found.length === 0) throw new Error(`found no ${victim} of ${dataDir}`);
  return found;
}

async function listVictims(victim: Victim, pid: number, dataDir: string): Promise<number[]> {
  switch (victim) {
    case 'server':
      return [pid, ...(await findWorkers(pid))];
    case 'worker':
      return pickOne(await findWorkers(pid));
    case 'backend':
      return pickOne(await findBackends(dataDir));
    case 'database':
      return findDatabasePids(dataDir);
    case 'all':
    case 'frozen':
    case 'takenOver':
      return [pid, ...(await findWorkers(pid)), ...(await findDatabasePids(dataDir))];
    default:
      return victim satisfies never;
  }
}

/** Worker processes of a server; none where it is one process. */
async function findWorkers(pid: number): Promise<number[]> {
  const children = await findChildren(pid);
  const commands = await Promise.all(children.map(readCommand));
  return children.filter((_, index) => commands[index]?.some((word) => word.endsWith('main.ts')));
}

/** Those that are at work come first: a loader in the middle of its transaction. */
async function findBackends(dataDir: string): Promise<number[]> {
  const [, ...children] = await findDatabasePids(dataDir);
  const titles = await Promise.all(children.map(readCommand));
  const serving = children.filter((_, index) =>
    titles[index]?.[0]?.startsWith('postgres: fairlead fairlead '),
  );
  const isIdle = (pid: number) => / idle *$/.test(titles[children.indexOf(pid)]?.[0] ?? '');
  const busy = serving.filter((pid) => !isIdle(pid));
  return busy.length > 0 ? busy : serving;
}

function pickOne(pids: readonly number[]): number[] {
  return pids.length === 0 ? [] : [pids[Math.floor(Math.random() * pids.length)]!];
}
