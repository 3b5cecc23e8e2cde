import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProcess } from './processes.ts';

/** A running PostgreSQL of ours. */
export type Postmaster = { readonly pid: number; readonly port: number; readonly command: string };

// One above the highest pid that Linux or macOS can give.
const NEVER_A_PID = 4_194_304;

/**
 * The PostgreSQL that runs on this cluster, by `postmaster.pid` and the command line of the process
 * it names. A process that merely inherited the number is left alone and the file made harmless.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const lines = await readPidFile(cluster);
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid < 1) return undefined;
  const found = await findProcess(pid);
  if (found === undefined) return undefined;
  if (isPostgresOn(cluster, found.command)) {
    return { pid, port: Number(lines[3]), command: found.command };
  }
  // Only the pid is replaced: the line with the shared memory key lets PostgreSQL notice
  // processes of the former server that still write.
  const harmless = [String(NEVER_A_PID), ...lines.slice(1)].join('\n');
  await writeFile(join(cluster, 'postmaster.pid'), harmless);
  return undefined;
}

/** Whether the server with this pid has written that it takes connections. */
export async function isReady(cluster: string, pid: number): Promise<boolean> {
  const lines = await readPidFile(cluster);
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

/** Stops in fast mode: open transactions are rolled back, nothing committed is lost. */
export async function stopPostmaster(cluster: string, pid: number): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ];
  for (const [signal, patienceMs] of steps) {
    if (!(await isRunning(cluster, pid))) return;
    process.kill(pid, signal);
    // A stopped process hears no signal before it goes on.
    process.kill(pid, 'SIGCONT');
    const end = Date.now() + patienceMs;
    while (Date.now() < end && (await isRunning(cluster, pid))) await sleep(10);
  }
}

/** Whether the process still runs and still is the PostgreSQL of this cluster. */
export async function isRunning(cluster: string, pid: number): Promise<boolean> {
  const found = await findProcess(pid);
  return found !== undefined && isPostgresOn(cluster, found.command);
}

function isPostgresOn(cluster: string, command: string): boolean {
  return /(^|\/)postgres\s/.test(command) && `${command} `.includes(` -D ${cluster} `);
}

async function readPidFile(cluster: string): Promise<string[]> {
  try {
    return (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  } catch {
    return [];
  }
}
