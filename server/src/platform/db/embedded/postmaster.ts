import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProcess } from '../../lib/process/processes.ts';

/** A PostgreSQL that this server runs. */
export type Postmaster = { readonly pid: number; readonly port: number; readonly command: string };

// One above the highest pid that Linux or macOS can assign.
const NEVER_A_PID = 4_194_304;

/**
 * The PostgreSQL running on this cluster, according to `postmaster.pid` and the command line of the
 * process it names. If that process is not ours, it is left alone and the file is made harmless.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const lines = await readPidFile(cluster);
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid < 1) return undefined;
  const found = await findProcess(pid);
  if (found !== undefined && isPostgresOn(cluster, found.command)) {
    return { pid, port: Number(lines[3]), command: found.command };
  }
  // PostgreSQL checks only whether the pid exists, which is also true of a zombie or an unrelated
  // process. The line with the shared memory key stays, because PostgreSQL uses it to notice
  // processes of the previous server.
  if (lines.length < 2) return undefined;
  const harmless = [String(NEVER_A_PID), ...lines.slice(1)].join('\n');
  await writeFile(join(cluster, 'postmaster.pid'), harmless);
  return undefined;
}

/** Whether the server with this pid has written that it accepts connections. */
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
    sendSignal(pid, signal);
    // A stopped process does not receive signals before it continues.
    sendSignal(pid, 'SIGCONT');
    const end = Date.now() + patienceMs;
    while (Date.now() < end && (await isRunning(cluster, pid))) await sleep(10);
  }
}

/** Whether the process is still running and still is the PostgreSQL of this cluster. */
export async function isRunning(cluster: string, pid: number): Promise<boolean> {
  const found = await findProcess(pid);
  return found !== undefined && isPostgresOn(cluster, found.command);
}

/** A process that is gone is no error. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const gone = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!gone) throw error;
  }
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
