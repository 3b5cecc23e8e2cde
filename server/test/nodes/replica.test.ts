import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { sql } from 'kysely';
import { migrate } from '#platform/db/migrations/migrate.ts';
import type { Files } from '#platform/ports/Files.ts';
import { query } from '../support/embeddedDatabase.ts';
import { openReplica, type Replicated } from '../support/outside/openReplica.ts';
import { makeExport } from '../support/makeExport.ts';
import { bodyOf } from '../support/callers/person.ts';
import { appKey, member, newProject, type TestProject } from '../support/callers/personas.ts';
import { send, USER_AGENTS } from '../support/callers/request.ts';
import { silentLog } from '../support/silentLog.ts';
import { ADMIN_TOKEN, SECRET, startServer } from '../support/useServer.ts';
import { until } from '../support/until.ts';

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
  /** Makes an export, and says which of the two its rows came from. */
  readonly exportLinks: (files?: Files) => Promise<Exported>;
}

interface Exported {
  readonly records: string[][];
  readonly from: { replica: number; primary: number };
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
  const counts = () => server.app.numbers.counts();
  const params = { projectId: project.project.id };
  const read = async () => {
    const numbers = await member(project)(operations.getProjectAnalytics, { params, query: {} });
    const { totals, exactUntil } = bodyOf(numbers, 200);
    const list = await member(project)(operations.listProjectLinks, {
      params,
      query: { sortBy: 'clickCount', sortOrder: 'desc' },
    });
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
    async exportLinks(files = server.app.files) {
      const before = { ...server.app.numbers.counts('background') };
      const { records } = await makeExport(project, {}, files);
      const { replica, primary } = server.app.numbers.counts('background');
      const from = { replica: replica - before.replica, primary: primary - before.primary };
      return { records, from };
    },
    async untilReplicaAnswers() {
      await until('the replica answers', async () => (await askedBy(read)).replica >= 2);
    },
  };
}

/** Of a file with one clicked link. */
function clicksIn(records: readonly string[][]): number {
  return Number(records.find(([, , slug]) => slug === 'go')?.[5]);
}

function withoutClicks(records: readonly string[][]): string[][] {
  return records.map((record) => record.toSpliced(13, 1).toSpliced(5, 1));
}

async function untilReplicaExports(exportLinks: Reading['exportLinks']): Promise<void> {
  await until('the replica answers', async () => (await exportLinks()).from.replica >= 1);
}

/** Ends its session, as a replica does whose replay has waited too long for it. */
async function breakOffExport(connectionString: string): Promise<void> {
  const ended = await query<{ ended: boolean }>(
    { connectionString },
    `select pg_terminate_backend(pid) as ended from pg_stat_activity
     where application_name = 'fairlead background' and state = 'idle in transaction'`,
  );
  assert.deepEqual(ended, [{ ended: true }]);
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

  test('exports are read from the replica, with clicks answered just before', async () => {
    const { visit, exportLinks, untilReplicaAnswers } = await useReading();
    await untilReplicaAnswers();
    const { records: before } = await exportLinks();
    await visit();
    const { records, from } = await exportLinks();
    assert.deepEqual(from, { replica: 1, primary: 0 });
    assert.equal(clicksIn(records), clicksIn(before) + 1);
    assert.deepEqual(withoutClicks(records), withoutClicks(before));
  });

  test('an export is read from the primary while the replica lags or is unreachable', async () => {
    const { visit, exportLinks, pair } = await useReading();
    await untilReplicaExports(exportLinks);
    const { records: before } = await exportLinks();
    {
      await using _paused = await pair.pause();
      await visit();
      const { records, from } = await exportLinks();
      assert.deepEqual(from, { replica: 0, primary: 1 });
      assert.equal(clicksIn(records), clicksIn(before) + 1);
    }
    await untilReplicaExports(exportLinks);
    await pair.stop();
    await visit();
    const { records, from } = await exportLinks();
    assert.deepEqual(from, { replica: 0, primary: 1 });
    assert.equal(clicksIn(records), clicksIn(before) + 2);
    await pair.start();
    await untilReplicaExports(exportLinks);
  });

  test('an export that the replica breaks off half-way is written whole from the primary', async () => {
    const { project, exportLinks, pair } = await useReading();
    await sql`
      insert into links (id, project_id, domain_id, type, slug)
      select gen_random_uuid(), ${project.project.id}, domains.id, 'unified', 'half-' || number
      from domains, generate_series(1, 3500) as number
      where domains.project_id = ${project.project.id}`.execute(project.server.app.db);
    await untilReplicaExports(exportLinks);
    const { files } = project.server.app;
    const attempts: number[] = [];
    const breaking: Files = {
      ...files,
      write(name, content) {
        const attempt = attempts.push(0) - 1;
        return files.write(name, breakOff());
        async function* breakOff() {
          for await (const piece of content) {
            attempts[attempt]! += 1;
            // The heading, and the first of four pages.
            if (attempt === 0 && attempts[0] === 2) await breakOffExport(pair.replica);
            yield piece;
          }
        }
      },
    };
    const { records, from } = await exportLinks(breaking);
    assert.deepEqual(attempts, [2, 5]);
    assert.deepEqual(from, { replica: 0, primary: 1 });
    assert.equal(records.length, 1 + 1 + 3500);
    assert.equal(new Set(records.map(([, , slug]) => slug)).size, records.length);
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
