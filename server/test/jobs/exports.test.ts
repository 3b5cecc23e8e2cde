import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { sql } from 'kysely';
import { cancelExport } from '#apps/exports/cancelExport.ts';
import { runExport } from '#apps/exports/runExport.ts';
import type { Files } from '#platform/ports/Files.ts';
import { createQueue } from '#platform/queue/createQueue.ts';
import { useDatabase } from '../support/database.ts';
import { endings } from '../support/run/endings.ts';
import { findFreePort } from '#platform/lib/process/findFreePort.ts';
import { member, newProject, type TestProject } from '../support/callers/personas.ts';
import { readStrictCsv } from '../support/outside/readStrictCsv.ts';
import { silentLog } from '../support/silentLog.ts';
import { childEnvironment } from '../support/run/childEnvironment.ts';
import { until } from '../support/until.ts';
import { SERVER_PROGRAM } from '../support/run/programs.ts';

const LINKS = 20_000;

/** A worker process of the real server, and the folder that all of them share. */
async function startWorker(dataDir: string): Promise<ChildProcess> {
  const { connectionString } = await useDatabase();
  const child = spawn(process.execPath, [SERVER_PROGRAM, 'serve'], {
    env: {
      ...childEnvironment,
      DATABASE_URL: connectionString,
      DATA_DIR: dataDir,
      SECRET: 'a-secret-for-tests-and-nothing-else',
      ADMIN_TOKEN: 'an-admin-token-for-tests-alone',
      PORT: String(await findFreePort()),
      ROLES: 'jobs',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  endings.defer(() => void child.kill('SIGKILL'));
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-jobs-'));
  endings.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function newBigProject(links: number): Promise<TestProject> {
  const project = await newProject();
  await sql`
    insert into links (id, project_id, domain_id, type, slug, name)
    select gen_random_uuid(), ${project.project.id}, domains.id, 'unified', 's' || number,
           'Link number ' || number
    from domains, generate_series(1, ${links}::integer) as number
    where domains.project_id = ${project.project.id}`.execute(project.server.app.db);
  return project;
}

async function start(project: TestProject): Promise<string> {
  const params = { projectId: project.project.id };
  const reply = await member(project)(operations.startExport, { params, body: {} });
  if (reply.status !== 202) throw new Error(JSON.stringify(reply.body));
  return reply.body.data.jobId;
}

async function statusOf(project: TestProject, jobId: string): Promise<string> {
  const params = { projectId: project.project.id, jobId };
  const reply = await member(project)(operations.getExport, { params });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body.data.status;
}

/** The files of a project's exports, however far they are made. */
function exportsIn(folder: string, project: TestProject, ending: string): Promise<string[]> {
  return filesIn(join(folder, 'files/exports', project.project.id), ending);
}

/**
 * An export whose worker was killed while it wrote the file. A worker that is quicker than our look proves
 * nothing, so then another one gets another export.
 */
async function killMidway(folder: string) {
  for (let tries = 0; tries < 20; tries += 1) {
    const project = await newBigProject(LINKS);
    const worker = await startWorker(folder);
    const jobId = await start(project);
    const drafts = () => exportsIn(folder, project, '.part');
    const status = () => statusOf(project, jobId);
    await until(
      'a file is being written',
      async () => (await drafts()).length > 0 || (await status()) === 'completed',
    );
    await end(worker, 'SIGKILL');
    const isHalf = (await drafts()).length > 0 && (await status()) === 'processing';
    if (isHalf) return { project, jobId };
  }
  throw new Error('Twenty workers were quicker than our look');
}

/** Files whose writers wait at their first piece until they may go on. */
function holdFiles(files: Files) {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  async function* hold(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      yield piece;
      begun.resolve();
      await released.promise;
    }
  }
  const held: Files = { ...files, write: (name, content) => files.write(name, hold(content)) };
  return { files: held, begun: begun.promise, release: () => released.resolve() };
}

async function filesIn(folder: string, ending: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
}

describe('export worker', () => {
  test('killed midway is replaced, leaving one complete file and one email', async () => {
    const folder = await makeFolder();
    const { project, jobId } = await killMidway(folder);
    // The workers may make exports of other tests too.
    const ours = (ending: string) => exportsIn(folder, project, ending);
    const mailsToUs = async () =>
      (await filesIn(join(folder, 'mail'), '.eml')).filter((name) =>
        name.includes(project.userEmail),
      );
    assert.deepEqual(await ours('.csv'), []);
    // Ten seconds of silence, made shorter: by them the queue knows that the worker is gone.
    await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour'
      where name = 'run-export' and data->>'exportId' = ${jobId}`.execute(project.server.app.db);
    const second = await startWorker(folder);
    await until('completed', async () => (await statusOf(project, jobId)) === 'completed');
    await until('a mail', async () => (await mailsToUs()).length > 0);
    await end(second, 'SIGTERM');
    const [file = '', ...others] = await ours('.csv');
    assert.deepEqual(others, []);
    const records = readStrictCsv(await readFile(file, 'utf8'));
    assert.equal(records.length, LINKS + 1);
    assert.equal(new Set(records.map((record) => record[2])).size, LINKS + 1);
    const mails = await mailsToUs();
    assert.equal(mails.length, 1);
    const mail = (await readFile(mails[0] ?? '', 'utf8')).replaceAll(/=\r?\n/g, '');
    assert.match(mail, new RegExp(`To: ${project.userEmail}`));
    assert.match(mail, /Subject: Your export of 20,000 links is ready/);
    assert.match(mail, new RegExp(`/api/v1/exports/${jobId}/download\\?expires=`));
    assert.match(mail, /Sorted by: createdAt/);
  });

  test('one of two workers given the same export writes it, the other waits', async () => {
    const project = await newBigProject(3000);
    const { app } = project.server;
    const jobId = await start(project);
    const needs = { ...app, linkUrlTemplate: app.config.linkUrlTemplate };
    const written: string[] = [];
    const files = {
      ...app.files,
      write: (...input: Parameters<typeof app.files.write>) => {
        written.push(input[0]);
        return app.files.write(...input);
      },
    };
    await Promise.all([
      runExport({ ...needs, files }, jobId),
      runExport({ ...needs, files }, jobId),
    ]);
    assert.equal(written.length, 1);
    assert.equal(await statusOf(project, jobId), 'completed');
    const { rows } = await sql<{ count: number }>`
      select count(*) from pgboss.job
      where name = 'mail-export' and data->>'exportId' = ${jobId}`.execute(app.db);
    assert.equal(rows[0]?.count, 1);
  });

  test('a restarted export waits for the last statement of the worker that died', async () => {
    const project = await newBigProject(10);
    const { app } = project.server;
    const jobId = await start(project);
    let looks = 0;
    const db = app.db.withPlugin({
      transformQuery({ node }) {
        if (JSON.stringify(node).includes('advisory')) looks += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const needs = { ...app, db, linkUrlTemplate: app.config.linkUrlTemplate };
    const client = await app.pool.connect();
    let running: Promise<void>;
    try {
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [
        `fairlead export ${jobId}`,
      ]);
      running = runExport(needs, jobId);
      let hasEnded = false;
      void running.then(() => (hasEnded = true));
      // As often as the queue tries a job.
      await until('it has looked three times', () => looks >= 3);
      assert.equal(hasEnded, false);
      assert.equal(await statusOf(project, jobId), 'processing');
      await client.query('select pg_advisory_unlock_all()');
    } finally {
      client.release();
    }
    await running;
    assert.equal(await statusOf(project, jobId), 'completed');
  });

  test('a failing job is logged with its error and retried', async () => {
    const { pool } = await useDatabase();
    const project = await newProject();
    const jobId = await start(project);
    const said: object[] = [];
    const log = { ...silentLog, warn: (details: object) => void said.push(details) };
    let tries = 0;
    const nothing = async () => {};
    await using queue = await createQueue({ pool, log, works: true });
    await queue.work({
      'run-export': async ({ exportId }) => {
        if (exportId !== jobId) return;
        tries += 1;
        if (tries === 1) throw new Error('ENOSPC: no space left on device');
      },
      'fail-export': nothing,
      'mail-export': nothing,
      'mail-proposal': nothing,
      'delete-exports': nothing,
      'delete-images': nothing,
      'expire-clicks': nothing,
    });
    await until('tried again', async () => tries === 2);
    const [entry] = said as { err: Error; job: string; data: { exportId: string } }[];
    assert.match(entry?.err.message ?? '', /no space left/);
    assert.deepEqual([entry?.job, entry?.data.exportId], ['run-export', jobId]);
  });

  test('two queues hand each export to one worker', async () => {
    const { pool } = await useDatabase();
    // Two projects, for one has at most ten under way.
    const projects = [await newProject(), await newProject()];
    const jobs = await Promise.all(
      projects.flatMap((project) => Array.from({ length: 6 }, () => start(project))),
    );
    const given: string[] = [];
    const nothing = async () => {};
    const work = {
      'run-export': async ({ exportId }: { exportId: string }) => void given.push(exportId),
      'fail-export': nothing,
      'mail-export': nothing,
      'mail-proposal': nothing,
      'delete-exports': nothing,
      'delete-images': nothing,
      'expire-clicks': nothing,
    };
    const queues = [
      await createQueue({ pool, log: silentLog, works: true }),
      await createQueue({ pool, log: silentLog, works: true }),
    ];
    await Promise.all(queues.map((queue) => queue.work(work)));
    await until('all given', async () => jobs.every((id) => given.includes(id)));
    await Promise.all(queues.map((queue) => queue[Symbol.asyncDispose]()));
    assert.equal(new Set(given).size, given.length);
  });

  test('canceling a running export leaves no file and sends no email', async () => {
    const project = await newBigProject(25_000);
    const { app } = project.server;
    const jobId = await start(project);
    const { files, begun, release } = holdFiles(app.files);
    const needs = { ...app, files, linkUrlTemplate: app.config.linkUrlTemplate };
    const running = runExport(needs, jobId);
    await begun;
    assert.equal(await statusOf(project, jobId), 'processing');
    await cancelExport(app.db, project.project, { kind: 'system' }, jobId);
    release();
    await running;
    assert.equal(await statusOf(project, jobId), 'failed');
    assert.equal(await app.files.read(`exports/${project.project.id}/${jobId}.csv`), undefined);
    const { rows } = await sql`
      select from pgboss.job
      where name = 'mail-export' and data->>'exportId' = ${jobId}`.execute(app.db);
    assert.equal(rows.length, 0);
  });
});
