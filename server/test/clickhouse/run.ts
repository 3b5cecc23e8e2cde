import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { installEngine } from './engine/installEngine.ts';

/** `npm run test:clickhouse [-- words…]`: fetches the engine once and runs the tests that need it. */
const RUN = join(import.meta.dirname, '../support/run.ts');

await installEngine();
const words = process.argv.slice(2).map((word) => `server/test/clickhouse/${word}`);
const child = spawn(
  process.execPath,
  [RUN, ...(words.length > 0 ? words : ['server/test/clickhouse/'])],
  {
    stdio: 'inherit',
    env: { ...process.env, FAIRLEAD_TEST_CLICKHOUSE: '1' },
  },
);
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;
