import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { callServer } from './callServer.ts';
import type { BenchProject } from './provisionProject.ts';
import { readNumber, readText } from './readField.ts';
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
  filters: Readonly<Record<string, string>>,
): Promise<ExportRun> {
  const url = `${server.baseUrl}/api/v1/projects/${project.projectId}/links/export`;
  const headers = { Authorization: `Bearer ${project.sessionToken}` };
  const started = performance.now();
  const job = readData(await callServer({ method: 'POST', url, headers, body: filters }));
  const poll = `${url}/${readText(job, 'jobId')}`;
  let peakBytes = 0;
  for (;;) {
    peakBytes = Math.max(peakBytes, await readMemory(server.pid()));
    const data = readData(await callServer({ method: 'GET', url: poll, headers }));
    const status = readText(data, 'status');
    if (status === 'completed') {
      const seconds = (performance.now() - started) / 1000;
      return { seconds, rows: readNumber(data, 'rowCount'), peakBytes };
    }
    if (status === 'failed') throw new Error(`the export failed: ${readText(data, 'error')}`);
    await sleep(POLL_MS);
  }
}

/** Resident bytes of a process. */
export async function readMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

function readData(reply: unknown): unknown {
  return typeof reply === 'object' && reply !== null && 'data' in reply ? reply.data : undefined;
}
