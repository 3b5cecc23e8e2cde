import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installEngine } from './engine/installEngine.ts';

/** `npm run test:clickhouse [-- words… | --all]`: fetches the engine once and runs the tests that need it, or those and all others. */
const RUN = join(import.meta.dirname, '../support/run/run.ts');

const isReady = await installEngine().then(
  () => true,
  (error: unknown) => {
    if (process.env['CI']) throw error;
    process.stderr.write(`${String(error)}\n`);
    return false;
  },
);
if (isReady) {
  const [first = '', ...more] = process.argv.slice(2);
  const words = [first, ...more].map((word) => `server/test/clickhouse/${word}`);
  const child = spawn(process.execPath, [RUN, ...(first === '--all' ? [] : words)], {
    stdio: 'inherit',
    env: { ...process.env, FAIRLEAD_TEST_CLICKHOUSE: chooseFolder() },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} else {
  process.stdout.write(
    '\nThe engine of ClickHouse could not be installed: its tests are skipped\n0 passed, 0 failed\n',
  );
}

/** Processes are killed here and never the machine, so data may be in memory, if there is enough: each insert waits for several fsyncs. */
function chooseFolder(): string {
  const memory = '/dev/shm';
  if (process.platform !== 'linux') return tmpdir();
  const free = statfsSync(memory, { bigint: true });
  return free.bavail * free.bsize > 4n * 1024n ** 3n ? memory : tmpdir();
}
