import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { operations } from '@fairlead/contract';
import { migrate } from '../../src/db/migrate.ts';
import { query } from '../support/embeddedDatabase.ts';
import { openReplica, type Replicated } from '../support/openReplica.ts';
import { bodyOf } from '../support/person.ts';
import { appKey, member, newProject, type TestProject } from '../support/personas.ts';
import { send, USER_AGENTS } from '../support/request.ts';
import { silentLog } from '../support/silentLog.ts';
import { ADMIN_TOKEN, SECRET, startServer } from '../support/useServer.ts';

interface Read {
  readonly clicks: number;
  readonly exactUntil: number;
}

interface Reading {
  readonly pair: Replicated;
  readonly project: TestProject;
  readonly visit: () => Promise<void>;
  /** What analytics say of the project, which the list of links agrees with. */
  readonly read: () => Promise<Read>;
  /** Which of the two has answered what the work has asked. */
  readonly askedBy: (work: () => Promise<unknown>) => Promise<{ replica: number; primary: number }>;
  readonly untilReplicaAnswers: () => Promise<void>;
}

let opened: Promise<Reading> | undefined;
const useReading = () => (opened ??= openReading());

async function openReading(): Promise<Reading> {
  const pair = await openReplica();
  await migrate({ connectionString: pair.primary, log: silentLog });
  const server = await startServer(
    {
      DATABASE_URL: pair.primary,
      DATABASE_READ_URL: pair.replica,
      SECRET,
      ADMIN_TOKEN,
    },
    pair.primary,
  );
  const project = await newProject({}, server);
  const body = { type: 'unified', slug: 'go', fallbackUrl: 'https://example.com/' } as const;
  bodyOf(await appKey(project)(operations.createLink, { body }), 201);
  const counts = () => server.app.reader.counts();
  const params = { projectId: project.project.id };
  const read = async () => {
    const numbers = await member(project)(operations.getProjectAnalytics, { params, query: {} });
    const { totals, exactUntil } = bodyOf(numbers, 200);
    const list = await member(project)(operations.listProjectLinks, { params, query: {} });
    const [link] = bodyOf(list, 200).links;
    assert.equal(link?.stats.clicks, totals.clicks);
    return { clicks: totals.clicks, exactUntil: Date.parse(exactUntil) };
  };
  const askedBy = async (work: () => Promise<unknown>) => {
    const before = { ...counts() };
    await work();
    const { replica, primary } = counts();
    return { replica: replica - before.replica, primary: primary - before.primary };
  };
  return {
    pair,
    project,
    read,
    askedBy,
    async visit() {
      const headers = { host: project.host, 'user-agent': USER_AGENTS.iphone };
      const { status } = await send({ port: server.port, path: '/go', headers });
      assert.equal(status, 302);
    },
    async untilReplicaAnswers() {
      for (const end = Date.now() + 60_000; (await askedBy(read)).replica < 2; await sleep(200)) {
        assert.ok(Date.now() < end, 'The replica never answers');
      }
    },
  };
}

suite('reading analytics from a replica', () => {
  test('uses only the replica, and numbers are current', async () => {
    const { visit, read, askedBy, pair } = await useReading();
    const { clicks } = await read();
    for (let more = 1; more <= 10; more += 1) {
      await visit();
      let found: Read | undefined;
      const asked = await askedBy(async () => (found = await read()));
      assert.deepEqual(asked, { replica: 2, primary: 0 });
      assert.equal(found?.clicks, clicks + more);
    }
    const [row] = await query<{ writes: boolean }>(
      { connectionString: pair.replica },
      'select not pg_is_in_recovery() as writes',
    );
    assert.equal(row?.writes, false);
  });

  test("returns an exactUntil of the primary's clock, even if the replica answers late", async () => {
    const { read, pair } = await useReading();
    const [before] = await query<{ at: Date }>(
      { connectionString: pair.primary },
      `select max(loaded_until) as at from journals where loaded_until < 'infinity'`,
    );
    const { exactUntil } = await read();
    const [after] = await query<{ at: Date }>(
      { connectionString: pair.primary },
      'select now() as at',
    );
    assert.ok(exactUntil >= before!.at.getTime());
    assert.ok(exactUntil <= after!.at.getTime());
  });

  test('avoids a replica that lags by more than a second until it has caught up', async () => {
    const { visit, read, askedBy, pair, untilReplicaAnswers } = await useReading();
    await untilReplicaAnswers();
    const { clicks } = await read();
    {
      await using _paused = await pair.pause();
      await visit();
      let found: Read | undefined;
      const asked = await askedBy(async () => (found = await read()));
      assert.deepEqual(asked, { replica: 0, primary: 2 });
      assert.equal(found?.clicks, clicks + 1);
    }
    await untilReplicaAnswers();
    assert.equal((await read()).clicks, clicks + 1);
  });

  test('avoids an unreachable replica until it is back', async () => {
    const { visit, read, askedBy, pair, untilReplicaAnswers } = await useReading();
    await untilReplicaAnswers();
    const { clicks } = await read();
    await pair.stop();
    await visit();
    let found: Read | undefined;
    const asked = await askedBy(async () => (found = await read()));
    assert.deepEqual(asked, { replica: 0, primary: 2 });
    assert.equal(found?.clicks, clicks + 1);
    await pair.start();
    await untilReplicaAnswers();
    assert.equal((await read()).clicks, clicks + 1);
  });

  test('avoids a replica that was promoted', async () => {
    const { visit, read, askedBy, pair, untilReplicaAnswers } = await useReading();
    await untilReplicaAnswers();
    const { clicks } = await read();
    await pair.promote();
    await visit();
    let found: Read | undefined;
    const asked = await askedBy(async () => (found = await read()));
    assert.deepEqual(asked, { replica: 0, primary: 2 });
    assert.equal(found?.clicks, clicks + 1);
  });
});
