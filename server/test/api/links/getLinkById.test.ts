import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import {
  anonymous,
  anyProject,
  appKey,
  member,
  newLink,
  newProject,
} from '../../support/callers/personas.ts';
import { bodyOf, newPerson } from '../../support/callers/person.ts';
import { publishableKey } from '../../support/callers/publishableKey.ts';
import { send } from '../../support/callers/request.ts';

const { getLinkById } = operations;

describe('getLinkById', () => {
  test('200: with name and flags, for a secret key or any role', async () => {
    const project = await newProject();
    const link = await newLink(project, { name: 'Summer' });
    const params = { id: link.id };
    const expected = {
      ...link,
      name: 'Summer',
      iosBrowserAutoOpen: false,
      tags: [],
      archived: false,
    };
    assert.deepEqual(bodyOf(await appKey(project)(getLinkById, { params }), 200), expected);
    assert.deepEqual(bodyOf(await member(project, '/v1')(getLinkById, { params }), 200), expected);
    const viewer = await newPerson({ project, role: 'viewer' });
    const authorization = `Bearer ${viewer.token}`;
    const reply = await send({ path: `/v1/links/${link.id}`, headers: { authorization } });
    assert.deepEqual(JSON.parse(reply.text), expected);
  });

  test('404: no id after the slash, which is no operation', async () => {
    const { appKey: key } = await anyProject();
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const reply = await send({ method, path: '/v1/links/', headers: { 'x-app-key': key } });
      assert.equal(reply.status, 404);
      assert.match(reply.text, /No such operation: [A-Z]+ \/v1\/links\/; the id is missing/);
    }
  });

  test('400: an id that is not a UUID; 401: without an app key; 403: with a publishable key', async () => {
    const project = await anyProject();
    const params = { id: (await newLink(project)).id };
    const bad = await appKey(project)(getLinkById, { params: { id: 'five' } });
    assert.equal(bad.status, 400);
    assert.equal((await (await anonymous())(getLinkById, { params })).status, 401);
    const publishable = await publishableKey(project);
    assert.equal((await publishable(getLinkById, { params })).status, 403);
  });

  test('404: a link of another project, for keys and members', async () => {
    const project = await newProject();
    const params = { id: (await newLink(await anyProject())).id };
    assert.equal((await appKey(project)(getLinkById, { params })).status, 404);
    assert.equal((await member(project, '/v1')(getLinkById, { params })).status, 404);
  });
});

test('operations on links by id work under /api/v1 too', async () => {
  const project = await newProject();
  const { id } = await newLink(project, { name: 'Summer', slug: 'x' });
  for (const headers of [
    { 'x-app-key': project.appKey },
    { authorization: `Bearer ${project.sessionToken}` },
  ]) {
    const ask = (method: string, body?: string) =>
      send({ method, path: `/api/v1/links/${id}`, headers, ...(body && { body }) });
    const read = await ask('GET');
    assert.equal(read.status, 200, read.text);
    assert.equal(read.headers['deprecation'], undefined);
    assert.equal(JSON.parse(read.text).slug, 'x');
    assert.equal((await ask('PUT', '{"name":"Winter"}')).status, 200);
  }
  const path = `/api/v1/links/${id}`;
  const headers = { 'x-app-key': project.appKey };
  assert.equal((await send({ method: 'DELETE', path, headers })).status, 200);
  assert.equal((await send({ path, headers })).status, 404);
  assert.equal((await send({ path })).status, 401);
});
