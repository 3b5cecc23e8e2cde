import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import {
  anonymous,
  anyProject,
  appKey,
  newLink,
  newProject,
  statsOf,
} from '../../support/callers/personas.ts';
import { send } from '../../support/callers/request.ts';

const { getLink } = operations;

describe('getLink', () => {
  test('200: without the fields that only creation returns, and without counting a click', async () => {
    const project = await newProject();
    const link = await newLink(project, { externalId: 'e1', name: 'Name' });
    const reply = await appKey(project)(getLink, { params: { slug: link.slug } });
    assert.equal(reply.status, 200);
    assert.deepEqual(Object.keys(reply.body).toSorted(), [
      'allowQueryPassthrough',
      'fallbackUrl',
      'id',
      'slug',
      'type',
    ]);
    assert.equal((await statsOf(project, link.id)).clicks, 0);
  });

  test('200: a slug with slashes, encoded or not, versioned or not, also for pages', async () => {
    const project = await newProject();
    const { id } = await newLink(project, { slug: 'spring/sale/50' });
    for (const base of ['/v1', '']) {
      for (const slug of ['spring/sale/50', 'spring%2Fsale%2F50', 'spring%2fsale/50']) {
        const path = `${base}/sdk/links/${slug}`;
        const headers = { 'x-app-key': project.appKey, origin: 'https://shop.example.com' };
        const reply = await send({ path, headers, port: project.server.port });
        assert.equal(reply.status, 200, path);
        assert.equal(JSON.parse(reply.text).id, id);
        assert.equal(reply.headers['access-control-allow-origin'], '*');
        const preflight = await send({ method: 'OPTIONS', path, headers });
        assert.equal(preflight.status, 204, path);
        assert.equal(preflight.headers['access-control-allow-methods'], 'GET');
      }
    }
  });

  test('404: no slug after the slash', async () => {
    const { appKey: key } = await anyProject();
    const reply = await send({ path: '/v1/sdk/links/', headers: { 'x-app-key': key } });
    assert.equal(reply.status, 404);
    assert.match(reply.text, /No such operation: GET \/v1\/sdk\/links\/; the slug is missing/);
  });

  test('400: a slug of 256 characters', async () => {
    const project = await anyProject();
    const reply = await appKey(project)(getLink, { params: { slug: 'a'.repeat(256) } });
    assert.equal(reply.status, 400);
  });

  test('401: without an app key', async () => {
    assert.equal((await (await anonymous())(getLink, { params: { slug: 'x' } })).status, 401);
  });

  test('404: names the slug, hostile ones included', async () => {
    const project = await anyProject();
    for (const slug of ['nope', '../x', "'; select", '\u0000', '__proto__', '<script>']) {
      const reply = await appKey(project)(getLink, { params: { slug } });
      assert.equal(reply.status, 404);
      assert.ok((reply.body as { message: string }).message.includes(slug), slug);
    }
  });

  test('400: malformed percent-encoding', async () => {
    const project = await anyProject();
    const reply = await send({ path: '/v1/sdk/links/%', headers: { 'x-app-key': project.appKey } });
    assert.equal(reply.status, 400, reply.text);
  });
});
