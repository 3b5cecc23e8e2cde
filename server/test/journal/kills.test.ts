import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endings } from '../support/run/endings.ts';
import { until } from '../support/until.ts';
import { makeServerProcess, type ServerProcess } from './ServerProcess.ts';
import { pause } from '../support/pause.ts';

const VISITORS = 12;

/** Visitors who come one after another until they are told to stop; the ids of the clicks that were answered. */
function load(server: ServerProcess) {
  const answered: string[] = [];
  const ending = new AbortController();
  // Also where the test fails.
  endings.defer(() => ending.abort());
  const visitors = Array.from({ length: VISITORS }, async () => {
    while (!ending.signal.aborted) {
      const { id } = await server.visit();
      if (id === undefined) await pause(20, 'between visitors');
      else answered.push(id);
    }
  });
  return {
    answered,
    async reach(clicks: number) {
      await until(`${clicks} clicks are answered`, () => answered.length >= clicks);
    },
    async stop() {
      ending.abort();
      await Promise.all(visitors);
    },
  };
}

/** Each answered click is stored, none twice, and the totals say what the rows do. */
async function check(server: ServerProcess, answered: readonly string[]): Promise<void> {
  const clicks = await server.readStats();
  const { rows } = await server.database.query<{ id: string }>('select id from clicks');
  const stored = new Set(rows.map(({ id }) => id));
  assert.deepEqual(
    answered.filter((id) => !stored.has(id)),
    [],
  );
  assert.equal(stored.size, rows.length);
  assert.equal(clicks, rows.length);
}

const linux = process.platform === 'linux' ? {} : { skip: 'asks /proc for worker processes' };

describe('recovery of a server', linux, () => {
  test('no acknowledged click is lost or doubled when a worker, the first process or all are killed', async () => {
    const environment = { PROCESSES: '2' };
    const server = await makeServerProcess(environment);
    await server.start();
    const answered: string[] = [];
    for (const what of ['worker', 'first', 'all'] as const) {
      const visitors = load(server);
      await visitors.reach(100);
      if (what === 'all') {
        // The loaders are in the middle of their transactions, and what comes piles up in the journals.
        await server.database.query('begin');
        await server.database.query('lock table clicks in exclusive mode');
        await visitors.reach(visitors.answered.length + 200);
        // What two workers have left, one process loads.
        environment.PROCESSES = '1';
      }
      await server.kill(what);
      if (what === 'all') await server.database.query('rollback');
      if (what === 'worker') await visitors.reach(visitors.answered.length + 100);
      await visitors.stop();
      if (what !== 'worker') await server.start();
      answered.push(...visitors.answered);
      await check(server, answered);
    }
  });

  test('numbers wait for what more and fewer processes have left, however long it cannot be loaded', async () => {
    const environment = { PROCESSES: '1' };
    const server = await makeServerProcess(environment);
    await server.start();
    const answered: string[] = [];
    for (const processes of ['2', '1']) {
      await server.database.query('begin');
      await server.database.query('lock table clicks in exclusive mode');
      const visitors = load(server);
      await visitors.reach(100);
      await server.kill('all');
      await visitors.stop();
      environment.PROCESSES = processes;
      await server.start();
      assert.equal((await server.call('GET', `/v1/links/${server.linkId()}/stats`)).status, 503);
      await server.database.query('rollback');
      answered.push(...visitors.answered);
      await check(server, answered);
    }
  });

  test("a killed worker's clicks are loaded before its replacement starts", async () => {
    const server = await makeServerProcess({ PROCESSES: '2' });
    await server.start();
    const visitors = load(server);
    for (let round = 0; round < 3; round += 1) {
      await visitors.reach(visitors.answered.length + 50);
      await server.kill('worker');
      assert.equal((await server.call('GET', `/v1/links/${server.linkId()}/stats`)).status, 200);
      await server.untilReplaced(2);
    }
    await visitors.stop();
    await check(server, visitors.answered);
  });

  test('broken database connections lose no click, and stopping stores every click', async () => {
    const server = await makeServerProcess();
    await server.start();
    const visitors = load(server);
    for (let round = 0; round < 5; round += 1) {
      await visitors.reach(visitors.answered.length + 100);
      await server.database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()
           and backend_type = 'client backend'`,
      );
    }
    await visitors.stop();
    await check(server, visitors.answered);
    await server.stop();
    const { rows } = await server.database.query<{ count: number }>(
      'select count(*)::int from clicks',
    );
    assert.ok(rows[0]!.count >= visitors.answered.length);
  });
});
