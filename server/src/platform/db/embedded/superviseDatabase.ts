import { join } from 'node:path';
import { launchPostmaster } from './launchPostmaster.ts';
import type { LaunchPlan } from './launchPostmaster.ts';
import { isRunning, sendSignal, stopPostmaster } from './postmaster.ts';

const WATCH_MS = 500;
const RETRY_MS = 5_000;

export interface Supervision {
  /** Stops the database. */
  end(): Promise<void>;
  /** Ends the database without a last write to its files, which belong to another process. */
  abandon(): void;
}

/** Restarts the database, on the same port, if it exits unexpectedly. */
export function superviseDatabase(
  plan: LaunchPlan,
  server: { readonly pid: number; readonly port: number },
): Supervision {
  const cluster = join(plan.home, 'cluster');
  let pid = server.pid;
  let ending = false;
  let notBefore = 0;
  let round: Promise<void> | undefined;

  async function look(): Promise<void> {
    if (ending || Date.now() < notBefore || (await isRunning(cluster, pid))) return;
    plan.log.warn({ pid }, 'The database ended unexpectedly; starting it again');
    try {
      ({ pid } = await launchPostmaster(plan, server.port));
      plan.log.info({ pid }, 'The database runs again');
    } catch (error) {
      notBefore = Date.now() + RETRY_MS;
      plan.log.error({ error: String(error) }, 'The database could not be started again');
    }
  }

  const timer = setInterval(() => {
    round ??= look()
      .catch((error: unknown) => plan.log.warn({ error: String(error) }, 'Cannot see the database'))
      .finally(() => (round = undefined));
  }, WATCH_MS);
  timer.unref();
  return {
    abandon() {
      ending = true;
      clearInterval(timer);
      sendSignal(pid, 'SIGKILL');
    },
    async end() {
      ending = true;
      clearInterval(timer);
      await round;
      await stopPostmaster(cluster, pid);
    },
  };
}
