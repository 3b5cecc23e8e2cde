import { readFile } from 'node:fs/promises';

const END_TIME_LIMIT_MS = 30_000;

/** The processes that a process has started; empty on systems without /proc. */
export async function findChildren(parent: number): Promise<number[]> {
  const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8').catch(
    () => '',
  );
  return children
    .split(' ')
    .filter((word) => word !== '')
    .map(Number);
}

/** The words a process was started with, or what it calls itself; empty when it is gone. */
export async function readCommand(pid: number): Promise<string[]> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.split('\0');
}

/** Sends a signal to processes that may be gone already. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // Gone between the look and the signal.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

/** Killed processes hold their memory and files for a moment longer. */
export async function waitForEnd(pids: readonly number[]): Promise<void> {
  const limit = performance.now() + END_TIME_LIMIT_MS;
  for (const pid of pids) {
    while (await isRunning(pid)) {
      if (performance.now() > limit) {
        throw new Error(`process ${pid} does not end: ${(await readCommand(pid)).join(' ')}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** A zombie that nobody has waited for runs no more. */
async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat !== undefined && stat.charAt(stat.lastIndexOf(')') + 2) !== 'Z';
}
