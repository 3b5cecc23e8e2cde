import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { openRelay, type Relay } from '../support/outside/openRelay.ts';
import { until } from '../support/until.ts';
import { makeServerProcess, type ServerProcess } from './ServerProcess.ts';

const linux = process.platform === 'linux' ? {} : { skip: 'asks /proc for worker processes' };

/** More than a second: in that time every worker writes what it wants kept or dropped. */
const LOOKS = 8;

/**
 * Visits until that is in the local store and stays there: a worker that hears of the link's creation after another
 * one has read it drops it once more.
 */
async function untilKept(server: ServerProcess, visits: Visits): Promise<void> {
  let looks = 0;
  const isKept = async () => {
    await visitTimes(server, visits, 1);
    using file = new DatabaseSync(join(server.dataDir, 'journal/seen.sqlite'), { readOnly: true });
    const kinds = file.prepare(`select distinct substr(key, 1, 4) as kind from entries`).all();
    const kept = new Set(kinds.map(({ kind }) => kind));
    looks = ['link', 'doma', 'proj'].every((kind) => kept.has(kind)) ? looks + 1 : 0;
    return looks === LOOKS;
  };
  await until('the link is kept', isKept, { everyMs: 200 });
}

async function startBehindRelay(env: Record<string, string>) {
  let relay: Relay | undefined;
  const server = await makeServerProcess(env, async (connectionString) => {
    relay = await openRelay(connectionString);
    return relay.connectionString;
  });
  await server.start();
  return { server, relay: relay! };
}

/** The journal refuses what a slow disk has not stored by then, which has nothing to do with the database. */
const STORED_WITHIN_MS = 3_000;

interface Visits {
  /** Of the clicks of visitors who were sent on. */
  readonly ids: string[];
  /** Their clicks may be stored all the same. */
  refused: number;
}

async function visitTimes(server: ServerProcess, visits: Visits, times: number): Promise<void> {
  const wanted = visits.ids.length + times;
  while (visits.ids.length < wanted) {
    const from = performance.now();
    const { id, answer } = await server.visit();
    if (id !== undefined) visits.ids.push(id);
    else if (performance.now() - from > STORED_WITHIN_MS) visits.refused += 1;
    else {
      const next = await server.visit();
      assert.fail(`A visitor is not sent on: ${answer}; the next one: ${next.answer}`);
    }
  }
}

/** All that was answered is stored, and nothing else. */
async function assertStored(server: ServerProcess, { ids, refused }: Visits, resolves: number) {
  await server.untilHealthy();
  const clicks = await server.readStats();
  const { rows } = await server.database.query<{ id: string }>('select id from clicks');
  const stored = new Set(rows.map(({ id }) => id));
  assert.deepEqual(
    ids.filter((id) => !stored.has(id)),
    [],
  );
  const others = rows.length - ids.length - resolves;
  assert.ok(others >= 0 && others <= refused, `${others} clicks too many`);
  assert.equal(clicks, rows.length);
}

describe('while the database is unreachable', linux, () => {
  for (const processes of ['1', '2']) {
    test(`PROCESSES=${processes}: a started server serves recently seen links and counts their clicks later`, async () => {
      const { server, relay } = await startBehindRelay({ PROCESSES: processes });
      const visits: Visits = { ids: [], refused: 0 };
      await visitTimes(server, visits, 3);
      assert.equal((await server.resolve()).status, 200);
      await untilKept(server, visits);
      const gone = relay.cut();
      await visitTimes(server, visits, 3);
      await server.kill('all');
      await server.start({ database: 'away' });
      await visitTimes(server, visits, 3);
      assert.equal((await server.resolve()).status, 200);
      await server.kill('all');
      await server.start({ database: 'away' });
      await visitTimes(server, visits, 3);
      gone[Symbol.dispose]();
      await assertStored(server, visits, 2);
      // Everything else is there too, once the pause is over for which a database that was away is not asked.
      const body = { type: 'unified', fallbackUrl: 'https://example.com/new' };
      await until(
        'a link is created',
        async () => (await server.call('POST', '/v1/sdk/links', body)).status === 201,
      );
    });
  }

  test('management, statistics and unseen links get 503 with Retry-After', async () => {
    const { server, relay } = await startBehindRelay({});
    const visits: Visits = { ids: [], refused: 0 };
    await visitTimes(server, visits, 1);
    await untilKept(server, visits);
    const gone = relay.cut();
    for (const phase of ['running', 'started']) {
      if (phase === 'started') {
        await server.kill('all');
        await server.start({ database: 'away' });
      }
      await visitTimes(server, visits, 1);
      const body = { type: 'unified', fallbackUrl: 'https://example.com/' };
      for (const reply of [
        await server.call('POST', '/v1/sdk/links', body),
        await server.call('GET', '/v1/links'),
        await server.call('GET', '/v1/sdk/links/never-seen'),
        await server.call('GET', '/health'),
      ]) {
        assert.equal(reply.status, 503, `${phase}: ${reply.url}`);
        assert.equal(reply.headers.get('retry-after'), '5', `${phase}: ${reply.url}`);
        await reply.body?.cancel();
      }
      assert.deepEqual(await server.ask('/never-seen'), { status: 503, retryAfter: '5' });
    }
    gone[Symbol.dispose]();
    await assertStored(server, visits, 0);
  });

  test('a first start fails, since there is nothing to serve', async () => {
    const server = await makeServerProcess({}, async (connectionString) => {
      const relay = await openRelay(connectionString);
      relay.cut();
      return relay.connectionString;
    });
    await assert.rejects(server.start(), /does not start/);
  });
});
