import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { installEngine } from './installEngine.ts';

/** Fetches the engine once, and names a folder for its data. */
export async function prepareEngine(): Promise<{ FAIRLEAD_TEST_CLICKHOUSE: string }> {
  await installEngine();
  return { FAIRLEAD_TEST_CLICKHOUSE: chooseFolder() };
}

/** Processes are killed here and never the machine, so data may be in memory, if there is enough: each insert waits for several fsyncs. */
function chooseFolder(): string {
  const memory = '/dev/shm';
  if (process.platform !== 'linux') return tmpdir();
  const free = statfsSync(memory, { bigint: true });
  return free.bavail * free.bsize > 4n * 1024n ** 3n ? memory : tmpdir();
}
