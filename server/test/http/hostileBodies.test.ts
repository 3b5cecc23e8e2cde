import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { describe, test } from 'node:test';
import { LIMITS, limitText } from '@fairlead/contract';
import { newLink, newProject, type TestProject } from '../support/callers/personas.ts';
import { send } from '../support/callers/request.ts';
import { ADMIN_TOKEN } from '../support/useServer.ts';

const BULK = '/v1/links/bulk';

function credentialOf(project: TestProject, path: string): Record<string, string> {
  if (path === BULK) return { 'x-app-key': project.appKey };
  const token = path.includes('/admin/') ? ADMIN_TOKEN : project.sessionToken;
  return { authorization: `Bearer ${token}` };
}

function bulk(project: TestProject, body: string, path = BULK) {
  const headers = credentialOf(project, path);
  return send({ method: 'POST', path, headers, body, port: project.server.port });
}

function linesOf(text: string): { index: number; status: number; message?: string }[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** A bulk call whose first rows are answered, and that goes on as long as its caller likes. */
async function openBulk(project: TestProject, path: string) {
  const { port } = project.server;
  const headers = credentialOf(project, path);
  const call = httpRequest({ host: '127.0.0.1', port, method: 'POST', path, headers });
  const answered = once(call, 'response');
  call.write(`{"type":"unified"}\n`.repeat(1000));
  const [response] = await answered;
  return {
    async finish(): Promise<number | undefined> {
      call.end();
      response.resume();
      await once(response, 'end');
      return response.statusCode;
    },
  };
}

describe('hostile bodies of bulk creation', () => {
  const paths = {
    'by key': () => BULK,
    'in the dashboard': ({ project }: TestProject) => `/api/v1/projects/${project.id}/links/bulk`,
    'by the operator': ({ project }: TestProject) =>
      `/api/v1/admin/projects/${project.id}/links/bulk`,
  };
  for (const [name, pathOf] of Object.entries(paths)) {
    test(`${name}: a comma without a row ends the body`, async () => {
      const project = await newProject();
      for (const [body, statuses] of [
        [`[${','.repeat(50_000)}]`, [400]],
        [`[{"type":"unified"},${' ,'.repeat(50_000)}`, [201, 400]],
        ['[{"type":"unified"},]', [201, 400]],
      ] as const) {
        const reply = await bulk(project, body, pathOf(project));
        const lines = linesOf(reply.text);
        assert.deepEqual(
          lines.map(({ status }) => status),
          statuses,
        );
        assert.match(lines.at(-1)?.message ?? '', /comma without a row/);
      }
    });

    test(`${name}: the reply ends with one error after ${limitText('bulkRows')} rows`, async () => {
      const project = await newProject();
      const reply = await bulk(project, '1,\n'.repeat(LIMITS.bulkRows * 3), pathOf(project));
      const lines = linesOf(reply.text);
      assert.equal(lines.length, LIMITS.bulkRows + 1);
      assert.match(
        lines.at(-1)?.message ?? '',
        new RegExp(`at most ${limitText('bulkRows')} rows`),
      );
      assert.match(lines.at(-2)?.message ?? '', /not valid JSON/);
    });

    test(`${name}: 429 with Retry-After beyond ${LIMITS.bulkCalls} simultaneous calls of a project`, async () => {
      const [project, other] = [await newProject(), await newProject()];
      const open = await Promise.all(
        Array.from({ length: LIMITS.bulkCalls }, () => openBulk(project, pathOf(project))),
      );
      const refused = await bulk(project, '[{"type":"unified"}]', pathOf(project));
      assert.equal(refused.status, 429, refused.text);
      assert.equal(refused.headers['retry-after'], '1');
      assert.match(refused.text, /4 such calls of the project are under way/);
      assert.equal((await bulk(other, '[{"type":"unified"}]')).status, 200);
      for (const call of open) assert.equal(await call.finish(), 200);
      assert.equal((await bulk(project, '[{"type":"unified"}]', pathOf(project))).status, 200);
    });
  }

  test('endless blank lines end the body', async () => {
    const project = await newProject();
    const reply = await bulk(project, `{"type":"unified"}${'\n'.repeat(200_000)}`);
    const lines = linesOf(reply.text);
    assert.deepEqual(
      lines.map(({ status }) => status),
      [201, 400],
    );
    assert.match(lines[1]?.message ?? '', /blank lines/);
  });

  test('the connection can be reused even if the rest of a body was not read', async () => {
    const project = await newProject();
    const first = await bulk(project, `[${','.repeat(3_000_000)}]`);
    assert.equal(linesOf(first.text).length, 1);
    assert.equal(linesOf((await bulk(project, '[{"type":"unified"}]')).text)[0]?.status, 201);
  });

  test('other requests are served meanwhile', async () => {
    const hostile = await newProject();
    const attack = { over: false };
    const rows = `[${Array.from({ length: LIMITS.bulkRows }, () => '{"type":5,"a":1}').join(',')}]`;
    const attacked = bulk(hostile, rows).finally(() => (attack.over = true));
    let served = 0;
    while (!attack.over) {
      // One that waits for nothing but its turn, so that the number does not hang on the speed of the machine.
      assert.equal((await send({ path: '/v1/subscriptions/plans' })).status, 200);
      served += 1;
    }
    assert.equal(linesOf((await attacked).text).length, LIMITS.bulkRows);
    // Without turns in between it is one or two: before the body is worked on, and after.
    assert.ok(served >= 20, `${served} were served`);
  });

  test('an aborted call no longer counts as running', async () => {
    const project = await newProject();
    const { port } = project.server;
    const headers = { 'x-app-key': project.appKey };
    for (let times = 0; times < LIMITS.bulkCalls * 2; times += 1) {
      const call = httpRequest({ host: '127.0.0.1', port, method: 'POST', path: BULK, headers });
      call.on('error', () => {});
      await new Promise((resolve) => call.write('{"type":"unified"}\n', resolve));
      await newLink(project);
      const closed = new Promise<void>((resolve) => void call.once('close', resolve));
      call.destroy();
      await closed;
      await newLink(project);
    }
    assert.equal((await bulk(project, '[{"type":"unified"}]')).status, 200);
  });
});
