import { spawn } from 'node:child_process';
import { open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../lib/process/findFreePort.ts';
import type { Log } from '../../ports/Log.ts';
import type { Account } from './account.ts';
import type { Binaries } from './findBinaries.ts';
import { launchOptions } from './initCluster.ts';
import { findPostmaster, isReady } from './postmaster.ts';
import { postgresArguments } from './settings.ts';
import type { Settings } from './settings.ts';

/** What a start of `postgres` needs. */
export type LaunchPlan = {
  readonly binaries: Binaries;
  readonly home: string;
  readonly account: Account | undefined;
  readonly settings: Settings;
  readonly log: Log;
};

const LOG_LIMIT_BYTES = 5 * 1024 * 1024;
const ORPHAN_PATIENCE_MS = 60_000;
const PORT_ATTEMPTS = 20;

/**
 * Starts PostgreSQL and waits until it accepts connections, however long its recovery takes.
 * Without `port`, picks a free one below the ephemeral range, where no client socket can occupy it.
 */
export async function launchPostmaster(
  plan: LaunchPlan,
  port?: number,
): Promise<{ pid: number; port: number }> {
  const orphansEnd = Date.now() + ORPHAN_PATIENCE_MS;
  for (let attempt = 1; ; attempt += 1) {
    const chosen = port ?? (await findFreePort());
    const outcome = await launchOnce(plan, chosen);
    if ('pid' in outcome) return { pid: outcome.pid, port: chosen };
    const busyPort = /Address already in use/.test(outcome.complaint) && attempt < PORT_ATTEMPTS;
    // Processes of a killed server exit by themselves soon after it.
    const orphans =
      /pre-existing shared memory block/.test(outcome.complaint) && Date.now() < orphansEnd;
    if (!busyPort && !orphans) {
      throw new Error(`PostgreSQL did not start in ${plan.home}: ${outcome.complaint}`);
    }
    await sleep(200);
  }
}

async function launchOnce(
  plan: LaunchPlan,
  port: number,
): Promise<{ pid: number } | { complaint: string }> {
  const cluster = join(plan.home, 'cluster');
  const running = await findPostmaster(cluster);
  if (running) return { complaint: `process ${running.pid} still runs on it` };
  const logFile = await openLog(plan.home);
  const from = (await logFile.stat()).size;
  const child = spawn(
    join(plan.binaries.folder, 'bin/postgres'),
    postgresArguments(cluster, port, plan.settings),
    { ...launchOptions(plan.account), stdio: ['ignore', logFile.fd, logFile.fd] },
  );
  try {
    // The database outlives us if we are killed, and the next start adopts it.
    child.unref();
    const ended = new Promise<string>((resolve) => {
      child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? `code ${code}`}`));
      child.once('error', (error) => resolve(error.message));
    });
    const begun = Date.now();
    let told = begun;
    for (;;) {
      const end = await Promise.race([ended, sleep(10)]);
      if (end !== undefined) return { complaint: (await readTail(plan.home, from)) || end };
      if (child.pid !== undefined && (await isReady(cluster, child.pid))) return { pid: child.pid };
      if (Date.now() - told > 10_000) {
        told = Date.now();
        plan.log.info({ seconds: Math.round((told - begun) / 1000) }, 'The database recovers');
      }
    }
  } finally {
    await logFile.close();
  }
}

async function openLog(home: string) {
  const file = join(home, 'postgres.log');
  const stats = await stat(file).catch(() => undefined);
  if (stats && stats.size > LOG_LIMIT_BYTES) await rename(file, `${file}.old`);
  return open(file, 'a', 0o600);
}

async function readTail(home: string, from: number): Promise<string> {
  const file = await open(join(home, 'postgres.log'), 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, from);
    return buffer.toString('utf8', 0, bytesRead).trim();
  } finally {
    await file.close();
  }
}
