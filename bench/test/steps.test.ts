import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { until } from '../../server/test/support/until.ts';
import { call, makeHeavyTenant } from '../src/neighbours/heavyTenant.ts';
import { listLargestCalls } from '../src/neighbours/largestCalls.ts';
import { type BenchServer, startServer } from '../src/targets/startServer.ts';

/**
 * Executions of one block between two turns: a hundred slices (`createSlices`), because the counters are read every few turns. What is not
 * sliced takes millions.
 */
const MAX_STEPS = 500_000;

const COUNTER = new URL('stepCounter.ts', import.meta.url).href;

/** What the server has executed most while something was done. */
async function countSteps(
  server: BenchServer,
  file: string,
  work: () => Promise<unknown>,
): Promise<{ readonly steps: number; readonly where: string }> {
  process.kill(server.pid(), 'SIGUSR2');
  await work();
  process.kill(server.pid(), 'SIGUSR2');
  let line = '';
  await until('the server reports its steps', async () => {
    line = await readFile(file, 'utf8').catch(() => '');
    return line.endsWith('\n');
  });
  await rm(file);
  const [steps = '', ...where] = line.trim().split(' ');
  return { steps: Number(steps), where: where.join(' ') };
}

suite('the largest call of every operation', () => {
  test(`executes no block ${MAX_STEPS} times between two turns of the event loop`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fairlead-steps-'));
    const file = join(folder, 'report');
    try {
      await using server = await startServer({
        NODE_OPTIONS: `--import ${COUNTER}`,
        STEP_REPORT: file,
      });
      const tenant = await makeHeavyTenant(server);
      const unsliced: string[] = [];
      for (const { operation, what, query, body } of listLargestCalls()) {
        const sent = body?.();
        const counted = await countSteps(server, file, () => call(tenant, operation, sent, query));
        if (counted.steps <= MAX_STEPS) continue;
        unsliced.push(`${operation.id} ${what}: ${counted.steps} times ${counted.where}`);
      }
      assert.deepEqual(unsliced, []);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
