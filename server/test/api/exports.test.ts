import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import { sql } from 'kysely';
import { deleteExpired } from '#apps/exports/deleteExpired.ts';
import { linksEnd, signDownloadUrl } from '#apps/exports/downloadUrl.ts';
import { runExport } from '#apps/exports/runExport.ts';
import { MAX_RUNNING_EXPORTS, startExport as start } from '#apps/exports/startExport.ts';
import { download, makeExport } from '../support/makeExport.ts';
import {
  anonymous,
  anyProject,
  appKey,
  member,
  newLink,
  newProject,
} from '../support/callers/personas.ts';
import type { TestProject } from '../support/callers/personas.ts';
import { send } from '../support/callers/request.ts';
import { startServer } from '../support/useServer.ts';

const { startExport, getExport, listExports, cancelExport } = operations;
const pathOf = (project: TestProject) => `/api/v1/projects/${project.project.id}/links/export`;
const paramsOf = (project: TestProject) => ({ projectId: project.project.id });

async function startOne(project: TestProject): Promise<string> {
  const reply = await member(project)(startExport, { params: paramsOf(project), body: {} });
  if (reply.status !== 202) throw new Error(JSON.stringify(reply.body));
  return reply.body.data.jobId;
}

/** Where nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

function run(project: TestProject, jobId: string): Promise<void> {
  const { app } = project.server;
  return runExport({ ...app, linkUrlTemplate: app.config.linkUrlTemplate }, jobId);
}

describe('startExport', () => {
  test('202: starts as pending; every field and the body itself are optional', async () => {
    const project = await newProject();
    for (const body of [undefined, '', '{}']) {
      const reply = await send({
        method: 'POST',
        path: pathOf(project),
        headers: {
          authorization: `Bearer ${project.sessionToken}`,
          'content-type': 'application/json',
        },
        ...(body !== undefined && { body }),
      });
      assert.equal(reply.status, 202, reply.text);
      const { success, data } = JSON.parse(reply.text);
      assert.equal(success, true);
      assert.deepEqual(Object.keys(data), ['jobId', 'status']);
      assert.equal(data.status, 'pending');
    }
  });

  test('429: ten exports of the project are in progress; canceling one makes room', async () => {
    const project = await newProject();
    const jobs = [];
    for (let n = 0; n < MAX_RUNNING_EXPORTS; n += 1) jobs.push(await startOne(project));
    const call = member(project);
    const refused = await call(startExport, { params: paramsOf(project), body: {} });
    assert.equal(refused.status, 429);
    assert.match((refused.body as { message: string }).message, /10 exports of the project/);
    assert.equal(refused.headers.get('retry-after'), '10');
    await call(cancelExport, { params: { ...paramsOf(project), jobId: jobs[0]! } });
    await startOne(project);
  });

  test('the job is created in the transaction of the export', async () => {
    const project = await newProject();
    const { app } = project.server;
    const jobId = await startOne(project);
    const jobsOf = async (id: string) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from pgboss.job where name = 'run-export' and data->>'exportId' = ${id}`.execute(
        app.db,
      );
      return rows[0]?.count;
    };
    assert.equal(await jobsOf(jobId), 1);
    const failing = {
      db: app.db,
      plans: app.plans,
      numbers: app.numbers,
      queue: {
        ...app.queue,
        send: async (...input: Parameters<typeof app.queue.send>) => {
          await app.queue.send(...input);
          throw new Error('after the job, before the commit');
        },
      },
    };
    const before = await app.db.selectFrom('exports').select('id').execute();
    const user = { id: (await ownerOf(project)).id } as Parameters<typeof start>[2];
    await assert.rejects(start(failing, project.project, user, {}), /before the commit/);
    const after = await app.db.selectFrom('exports').select('id').execute();
    assert.equal(after.length, before.length);
  });

  test('400: unknown properties and values, invalid dates', async () => {
    const project = await anyProject();
    const bodies: [unknown, RegExp][] = [
      [{ format: 'xlsx' }, /format is not a known property/],
      [{ createdAfter: '2026-13-01' }, /createdAfter must be/],
      [{ activeAfter: 'yesterday' }, /activeAfter must be an ISO 8601 time/],
      [{ createdAfter: '0000-01-01' }, /createdAfter must be a date/],
      [{ activeAfter: '2026-02-30T00:00:00Z' }, /activeAfter must be an ISO 8601 time/],
      [{ activeBefore: '9999-12-31T23:59:59-01:00' }, /activeBefore must be an ISO 8601 time/],
      [
        { sortBy: 'slug' },
        /sortBy must be one of: createdAt, clickCount, installCount, name, lastClickedAt/,
      ],
      [{ sortOrder: 'down' }, /sortOrder must be one of: asc, desc/],
      [{ search: 'a\u0000b' }, /search must not contain a NUL/],
      [{ search: 'x'.repeat(LIMITS.searchLength + 1) }, /search must be at most \d+ characters/],
      [{ search: 5 }, /search must be/],
      ['summer', /body must be/i],
    ];
    for (const [body, message] of bodies) {
      const reply = await send({
        method: 'POST',
        path: pathOf(project),
        headers: { authorization: `Bearer ${project.sessionToken}` },
        body: JSON.stringify(body),
      });
      assert.equal(reply.status, 400, JSON.stringify(body));
      assert.match(reply.text, message);
    }
  });

  test('401: without credentials, or with an app key', async () => {
    const project = await anyProject();
    const params = paramsOf(project);
    for (const call of [await anonymous('/api/v1'), appKey(project, {}, '/api/v1')]) {
      assert.equal((await call(startExport, { params, body: {} })).status, 401);
    }
  });

  test('402: on the free plan', async () => {
    const project = await newProject({ plan: 'free' });
    const reply = await member(project)(startExport, { params: paramsOf(project), body: {} });
    assert.equal(reply.status, 402);
    assert.match(JSON.stringify(reply.body), /paid plans/);
  });

  test("404: another member's project, as if it did not exist", async () => {
    const [one, two] = [await anyProject(), await newProject()];
    for (const projectId of [two.project.id, crypto.randomUUID(), 'none']) {
      const reply = await member(one)(startExport, { params: { projectId }, body: {} });
      assert.equal(reply.status, 404);
    }
  });
});

async function ownerOf(project: TestProject): Promise<{ id: string }> {
  return project.server.app.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', project.userEmail)
    .executeTakeFirstOrThrow();
}

describe('getExport', () => {
  test('200: pending without a file, then completed with rowCount and a new URL on each read', async () => {
    const project = await newProject();
    await newLink(project);
    const jobId = await startOne(project);
    const read = async () => {
      const reply = await member(project)(getExport, { params: { ...paramsOf(project), jobId } });
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
      return reply.body.data;
    };
    assert.deepEqual(await read(), { jobId, status: 'pending', error: null });
    await run(project, jobId);
    const [one, two] = [await read(), await read()];
    assert.equal(one.status, 'completed');
    assert.equal(one.rowCount, 1);
    assert.equal(one.error, null);
    assert.notEqual(one.downloadUrl, two.downloadUrl);
    for (const { downloadUrl } of [one, two]) {
      assert.equal((await download(downloadUrl ?? '')).status, 200);
    }
  });

  test('200: failed for more than 100,000 links, with their number and the cure', async () => {
    const project = await newProject();
    const { db } = project.server.app;
    await sql`
      insert into links (id, project_id, domain_id, type, slug)
      select gen_random_uuid(), ${project.project.id}, domains.id, 'unified', 's' || number
      from domains, generate_series(1, 100001) as number
      where domains.project_id = ${project.project.id}`.execute(db);
    const jobId = await startOne(project);
    await run(project, jobId);
    const reply = await member(project)(getExport, { params: { ...paramsOf(project), jobId } });
    assert.ok(reply.status === 200);
    assert.equal(reply.body.data.status, 'failed');
    assert.match(reply.body.data.error ?? '', /100,001 links.*100,000.*narrow the filters/);
    assert.equal(reply.body.data.downloadUrl, undefined);
    // The cap counts links: a filter that leaves fewer gets through, a narrower window would not.
    const { records } = await makeExport(project, { search: 's10000' });
    assert.equal(records.length, 1 + 3);
  });

  test('400: an id that is not a UUID; 401: with an app key; 404: of another project', async () => {
    const [one, two] = [await newProject(), await newProject()];
    const jobId = await startOne(one);
    const get = (caller: ReturnType<typeof member>, projectId: string, id: string) =>
      caller(getExport, { params: { projectId, jobId: id } });
    assert.equal((await get(member(one), one.project.id, 'x')).status, 400);
    assert.equal((await get(appKey(one, {}, '/api/v1'), one.project.id, jobId)).status, 401);
    assert.equal((await get(member(two), two.project.id, jobId)).status, 404);
    assert.equal((await get(member(two), one.project.id, jobId)).status, 404);
  });
});

describe('listExports', () => {
  test('200: newest first, with filters and who started them', async () => {
    const project = await newProject();
    const first = (await makeExport(project, { search: 'x' })).jobId;
    const second = await startOne(project);
    const reply = await member(project)(listExports, { params: paramsOf(project) });
    assert.ok(reply.status === 200);
    const { exports } = reply.body.data;
    assert.deepEqual(
      exports.map((each) => each.jobId),
      [second, first],
    );
    assert.equal(exports[1]?.startedBy, project.userEmail);
    assert.equal(exports[1]?.filters.search, 'x');
    assert.ok((exports[1]?.bytes ?? 0) > 100);
    assert.ok(exports[1]?.downloadUrl);
  });

  test("401: without credentials; 404: another member's project", async () => {
    const [one, two] = [await anyProject(), await newProject()];
    const params = paramsOf(two);
    assert.equal((await (await anonymous('/api/v1'))(listExports, { params })).status, 401);
    assert.equal((await member(one)(listExports, { params })).status, 404);
  });
});

describe('cancelExport', () => {
  test('200: a pending export fails with the reason, and its job writes no file', async () => {
    const project = await newProject();
    const jobId = await startOne(project);
    const params = { ...paramsOf(project), jobId };
    const reply = await member(project)(cancelExport, { params });
    assert.ok(reply.status === 200);
    assert.equal(reply.body.data.status, 'failed');
    assert.match(reply.body.data.error ?? '', /canceled/);
    await run(project, jobId);
    const after = await member(project)(getExport, { params });
    assert.ok(after.status === 200 && after.body.data.status === 'failed');
    const name = `exports/${project.project.id}/${jobId}.csv`;
    assert.equal(await project.server.app.files.read(name), undefined);
  });

  test('409: an export that has finished', async () => {
    const project = await newProject();
    const { jobId } = await makeExport(project);
    const reply = await member(project)(cancelExport, { params: { ...paramsOf(project), jobId } });
    assert.equal(reply.status, 409);
  });

  test('400: an id that is not a UUID; 401: with an app key; 404: unknown', async () => {
    const project = await anyProject();
    const params = { ...paramsOf(project), jobId: crypto.randomUUID() };
    const call = member(project);
    assert.equal((await call(cancelExport, { params: { ...params, jobId: 'x' } })).status, 400);
    assert.equal((await appKey(project, {}, '/api/v1')(cancelExport, { params })).status, 401);
    assert.equal((await call(cancelExport, { params })).status, 404);
  });
});

describe('downloadExport', () => {
  test('HEAD returns the headers of GET, as mail scanners ask for', async () => {
    const project = await newProject();
    await newLink(project);
    const { downloadUrl, text } = await makeExport(project);
    const { pathname, search } = new URL(downloadUrl);
    const reply = await send({ method: 'HEAD', path: pathname + search });
    assert.equal(reply.status, 200);
    assert.equal(reply.text, '');
    assert.equal(reply.headers['content-length'], String(Buffer.byteLength(text)));
    assert.match(reply.headers['content-type'] ?? '', /^text\/csv/);
    assert.match(reply.headers['content-disposition'] ?? '', /^attachment/);
    const forged = await send({ method: 'HEAD', path: `${pathname}${search}0` });
    assert.equal(forged.status, 403);
  });

  test('200: the whole file without credentials, as an attachment with nosniff', async () => {
    const project = await newProject();
    const { downloadUrl, text } = await makeExport(project);
    assert.ok(downloadUrl.startsWith('http://api.test:3000/api/v1/exports/'));
    const reply = await download(downloadUrl);
    assert.equal(reply.status, 200);
    assert.equal(reply.headers['content-type'], 'text/csv; charset=utf-8');
    assert.match(
      reply.headers['content-disposition'] ?? '',
      /^attachment; filename="links-\d{4}-\d\d-\d\d\.csv"$/,
    );
    assert.equal(reply.headers['content-length'], String(Buffer.byteLength(text)));
    assert.equal(reply.headers['x-content-type-options'], 'nosniff');
    assert.equal(reply.text.charCodeAt(0), 'N'.charCodeAt(0));
  });

  test('400: a malformed signature', async () => {
    const { downloadUrl } = await makeExport(await newProject());
    const url = new URL(downloadUrl);
    url.searchParams.set('signature', '\u0000');
    assert.equal((await download(url.href)).status, 400);
  });

  test('403: an altered URL', async () => {
    const [project, other] = [await newProject(), await newProject()];
    const { downloadUrl, jobId } = await makeExport(project);
    const another = await makeExport(other);
    const changed = (name: string, value: string | undefined) => {
      const url = new URL(downloadUrl);
      if (value === undefined) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
      return url.href;
    };
    const later = String(Number(new URL(downloadUrl).searchParams.get('expires')) + 1);
    const signature = new URL(downloadUrl).searchParams.get('signature') ?? '';
    const urls = [
      changed('expires', later),
      changed('expires', 'never'),
      changed('expires', undefined),
      changed('signature', undefined),
      changed('signature', ''),
      changed('signature', signature.slice(0, -1)),
      changed('signature', `${signature}A`),
      changed('signature', `é${signature.slice(1)}`),
      downloadUrl.replace(jobId, another.jobId),
      downloadUrl.replace(jobId, 'x'),
    ];
    for (const url of urls) assert.equal((await download(url)).status, 403, url);
  });

  test('403: expired after seven days', async () => {
    const project = await newProject();
    const { jobId } = await makeExport(project);
    const { app } = project.server;
    const signer = { origin: 'http://api.test:3000', secret: app.secrets.secret.reveal() };
    const days = (count: number) => Date.now() - count * 24 * 3600 * 1000;
    const issue = (at: number) => signDownloadUrl(signer, { id: jobId }, at);
    assert.equal((await download(issue(days(6.99)))).status, 200);
    const reply = await download(issue(days(7.01)));
    assert.equal(reply.status, 403);
    assert.match(reply.text, /expired/);
  });

  test('404: after seven days; files are kept until the last download URL expires', async () => {
    const project = await newProject();
    const { app } = project.server;
    const { jobId, downloadUrl } = await makeExport(project);
    const params = { ...paramsOf(project), jobId };
    const read = () => member(project)(getExport, { params });
    const list = async () => {
      const reply = await member(project)(listExports, { params: paramsOf(project) });
      return reply.status === 200 ? reply.body.data.exports.map((each) => each.jobId) : [];
    };
    await age(project, jobId, 6.9);
    assert.equal((await read()).status, 200);
    assert.deepEqual(await list(), [jobId]);
    await age(project, jobId, 7.1);
    assert.equal((await read()).status, 404);
    assert.deepEqual(await list(), []);
    // A link of the seventh day.
    await age(project, jobId, 13.9);
    await deleteExpired(app.db, app.files);
    assert.equal((await download(downloadUrl)).status, 200);
    await age(project, jobId, 14.1);
    await deleteExpired(app.db, app.files);
    assert.equal((await download(downloadUrl)).status, 404);
  });

  test('reading and listing exports write nothing to the database', async () => {
    const project = await newProject();
    const { jobId } = await makeExport(project);
    const rowOf = () =>
      project.server.app.db
        .selectFrom('exports')
        .select([sql<string>`xmin::text`.as('xmin'), 'links_end_at'])
        .where('id', '=', jobId)
        .executeTakeFirstOrThrow();
    const before = await rowOf();
    const params = { ...paramsOf(project), jobId };
    assert.equal((await member(project)(getExport, { params })).status, 200);
    const listed = await member(project)(listExports, { params: paramsOf(project) });
    assert.ok(listed.status === 200 && listed.body.data.exports[0]?.downloadUrl);
    assert.deepEqual(await rowOf(), before);
  });

  test('a file that cannot be deleted does not hold up others and is retried', async () => {
    const [stuck, other] = [await newProject(), await newProject()];
    const { app } = stuck.server;
    const one = await makeExport(stuck);
    const two = await makeExport(other);
    const path = join(app.config.dataDir, 'files/exports', stuck.project.id, `${one.jobId}.csv`);
    // No unlink takes a folder away.
    await rm(path);
    await mkdir(path);
    const after = new Date(Date.now() + 14.1 * 24 * 3600 * 1000);
    const named = new RegExp(`export ${one.jobId} of project ${stuck.project.id}`);
    await assert.rejects(deleteExpired(app.db, app.files, after), named);
    assert.equal((await download(two.downloadUrl)).status, 404);
    const left = () =>
      app.db.selectFrom('exports').select('id').where('id', '=', one.jobId).execute();
    assert.equal((await left()).length, 1);
    await rmdir(path);
    await deleteExpired(app.db, app.files, after);
    assert.equal((await left()).length, 0);
  });

  test('404: the project was deleted; the file of an export in progress is removed too', async () => {
    const project = await newProject();
    const { app } = project.server;
    const { jobId, downloadUrl } = await makeExport(project);
    const underway = await startOne(project);
    // The file lies there when the project goes, and the end of the job is not written yet.
    const files = {
      ...app.files,
      write: async (...input: Parameters<typeof app.files.write>) => {
        const bytes = await app.files.write(...input);
        const body = { confirmName: project.project.name };
        const reply = await member(project)(operations.deleteProject, {
          params: paramsOf(project),
          body,
        });
        assert.equal(reply.status, 200);
        return bytes;
      },
    };
    await runExport({ ...app, files, linkUrlTemplate: app.config.linkUrlTemplate }, underway);
    const fileOf = (id: string) => app.files.read(`exports/${project.project.id}/${id}.csv`);
    assert.equal(await fileOf(underway), undefined);
    assert.equal((await download(downloadUrl)).status, 404);
    await deleteExpired(app.db, app.files);
    assert.equal(await fileOf(jobId), undefined);
    const rows = await app.db
      .selectFrom('exports')
      .select('id')
      .where('project_id', '=', project.project.id)
      .execute();
    assert.deepEqual(rows, []);
  });

  test('503: the file store does not answer', async () => {
    const { downloadUrl } = await makeExport(await newProject());
    const port = await freePort();
    const server = await startServer({
      FILES_URL: `s3://key:secret@127.0.0.1:${port}/bucket?tls=off`,
    });
    const url = new URL(downloadUrl);
    const reply = await send({
      port: server.port,
      path: url.pathname + url.search,
      headers: { host: url.host },
    });
    assert.equal(reply.status, 503);
    assert.match(reply.text, /cannot be read at the moment/);
    assert.ok(reply.headers['retry-after']);
  });
});

/** As if the export had finished so many days ago. */
async function age(project: TestProject, jobId: string, days: number): Promise<void> {
  const finished = Date.now() - days * 24 * 3600 * 1000;
  await project.server.app.db
    .updateTable('exports')
    .set({ finished_at: new Date(finished), links_end_at: linksEnd(finished) })
    .where('id', '=', jobId)
    .execute();
}
