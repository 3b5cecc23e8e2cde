import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { insertAppKey } from '#teams/appKeys/insertAppKey.ts';
import {
  anonymous,
  anyProject,
  appKey,
  member,
  newLink,
  newProject,
} from '../../support/callers/personas.ts';
import { USER_AGENTS, visit } from '../../support/callers/request.ts';

const { getLinkStats } = operations;
const HOUR = 3600 * 1000;

describe('getLinkStats 200', () => {
  test('a time range includes its start and excludes its end; reversed bounds are swapped', async () => {
    const project = await newProject();
    const link = await newLink(project);
    await visit(project.host, `/${link.slug}`);
    await visit(project.host, `/${link.slug}`, USER_AGENTS.facebook);
    const call = appKey(project);
    const at = (offset: number) => new Date(Date.now() + offset).toISOString();
    const read = async (query: { from?: string; to?: string }) => {
      const reply = await call(getLinkStats, { params: { id: link.id }, query });
      assert.equal(reply.status, 200);
      return reply.body;
    };
    const whole = await read({});
    assert.equal(whole.clicks, 1);
    assert.equal(whole.previews, 1);
    assert.equal((await read({ from: at(-HOUR), to: at(HOUR) })).clicks, 1);
    assert.equal((await read({ from: at(HOUR), to: at(-HOUR) })).clicks, 1);
    assert.equal((await read({ from: at(HOUR) })).clicks, 0);
    assert.equal((await read({ to: at(-HOUR) })).previews, 0);
    assert.ok(whole.lastClickedAt);
    assert.equal((await read({ from: whole.lastClickedAt })).clicks, 1);
    assert.equal((await read({ to: whole.lastClickedAt })).clicks, 0);
  });

  test("a member's dashboard session may read them too", async () => {
    const project = await newProject();
    const link = await newLink(project);
    const reply = await member(project, '/v1')(getLinkStats, { params: { id: link.id } });
    assert.equal(reply.status, 200);
  });
});

describe('getLinkStats errors', () => {
  test('400: an id that is not a UUID, an invalid time', async () => {
    const call = appKey(await anyProject());
    assert.equal((await call(getLinkStats, { params: { id: 'x' } })).status, 400);
    const reply = await call(getLinkStats, {
      params: { id: crypto.randomUUID() },
      query: { from: 'yesterday' },
    });
    assert.equal(reply.status, 400);
    assert.match(JSON.stringify(reply.body), /from must be an ISO 8601 time/);
  });

  test('401: without credentials, or with an invalid token', async () => {
    const params = { id: crypto.randomUUID() };
    assert.equal((await (await anonymous())(getLinkStats, { params })).status, 401);
    const forged = await anonymous('/v1', { authorization: 'Bearer a.b.c' });
    assert.equal((await forged(getLinkStats, { params })).status, 401);
  });

  test('403: with a publishable key', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const key = await insertAppKey(project.server.app.db, project.project, {
      name: 'App',
      class: 'publishable',
    });
    const call = await anonymous('/v1', { 'x-app-key': key.text });
    assert.equal((await call(getLinkStats, { params: { id: link.id } })).status, 403);
  });

  test('404: unknown links and those of other projects, with the same message', async () => {
    const [one, two] = [await newProject(), await newProject()];
    const link = await newLink(one);
    const bodies = [];
    for (const id of [link.id, crypto.randomUUID()]) {
      for (const call of [appKey(two), member(two, '/v1')]) {
        const reply = await call(getLinkStats, { params: { id } });
        assert.equal(reply.status, 404);
        bodies.push(reply.body);
      }
    }
    assert.equal(new Set(bodies.map((body) => JSON.stringify(body))).size, 1);
  });
});
