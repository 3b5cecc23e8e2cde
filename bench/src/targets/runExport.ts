import { readFile } from 'node:fs/promises';
import type { ExportRequest } from '../../../sdk/src/index.ts';
import { openClient } from './openClient.ts';
import type { BenchProject } from './provisionProject.ts';
import type { BenchServer } from './startServer.ts';

export interface ExportRun {
  /** From the request to `completed`. */
  readonly seconds: number;
  readonly rows: number;
  /** The most that the process held on the way; 0 where the system has no /proc. */
  readonly peakBytes: number;
}

const POLL_MS = 20;

/** Starts an export and waits for its end, with an eye on the memory of the process that makes it. */
export async function runExport(
  server: BenchServer,
  project: BenchProject,
  filters: ExportRequest,
): Promise<ExportRun> {
  const { exports } = openClient(server, project);
  const looks: Promise<number>[] = [];
  const look = () => void looks.push(readMemory(server.pid()));
  const started = performance.now();
  const { rowCount } = await exports.run(project.projectId, filters, {
    pollInterval: POLL_MS,
    onProgress: look,
  });
  const seconds = (performance.now() - started) / 1000;
  return { seconds, rows: rowCount, peakBytes: Math.max(...(await Promise.all(looks))) };
}

/** Resident bytes of a process. */
export async function readMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
