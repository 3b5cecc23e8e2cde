import { setTimeout as sleep } from 'node:timers/promises';
import { findDatabasePids } from '../targets/findDatabasePids.ts';
import { signalAll } from '../targets/processes.ts';
import type { SmallDisk } from '../targets/smallDisk.ts';
import type { BenchServer } from '../targets/startServer.ts';

/** What happens to the server while visitors come. */
export type Fault = 'none' | 'database restarted' | 'database gone' | 'worker killed' | 'disk full';

/** In the order in which they come; each has the same time. */
export const PHASES: readonly Fault[] = [
  'none',
  'database restarted',
  'none',
  'worker killed',
  'none',
  'database gone',
  'none',
  'database restarted',
  'none',
  'worker killed',
  'none',
  'disk full',
  'none',
];

/** The longest that the database is gone. */
const MAX_GONE_SECONDS = 60;
/** Of its phase: a fault begins after a tenth, and one that lasts does so for half of it. */
const BEGINS_AFTER = 0.1;
const LASTS = 0.55;

interface Scene {
  readonly server: BenchServer;
  readonly disk: SmallDisk | undefined;
  readonly phaseSeconds: number;
}

/** Lets the fault happen within its phase; resolves when it is over. */
export async function cause(fault: Fault, scene: Scene): Promise<void> {
  const { server, disk, phaseSeconds } = scene;
  await sleep(phaseSeconds * BEGINS_AFTER * 1000);
  const lasting = phaseSeconds * LASTS;
  switch (fault) {
    case 'none':
      return;
    case 'database restarted': {
      // A fast shutdown; the server brings its database up again by itself.
      const [postmaster] = await findDatabasePids(server.dataDir);
      if (postmaster === undefined) throw new Error('found no database to restart');
      return signalAll([postmaster], 'SIGINT');
    }
    case 'database gone': {
      // Stopped, not ended: connections neither break nor answer, which is the worst of ways to be gone.
      const pids = await findDatabasePids(server.dataDir);
      signalAll(pids, 'SIGSTOP');
      try {
        await sleep(Math.min(MAX_GONE_SECONDS, lasting) * 1000);
      } finally {
        signalAll(pids, 'SIGCONT');
      }
      return;
    }
    case 'worker killed':
      return server.kill('worker');
    case 'disk full':
      if (disk === undefined) return;
      await disk.fill();
      await sleep(Math.min(MAX_GONE_SECONDS, lasting) * 1000);
      return disk.free();
    default:
      return fault satisfies never;
  }
}
