import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { OperationDeclaration } from '@fairlead/contract/operation';
import { appKey, newLink, newProject } from '../support/personas.ts';
import { bodyOf, ownerOf } from '../support/person.ts';
import { send } from '../support/request.ts';

const { getProject, updateProject } = operations;
const SHOP = 'https://shop.example.com';

/** A project whose keys only pages of the given origins may use. */
async function projectFor(allowedOrigins: string[]) {
  const project = await newProject();
  const owner = await ownerOf(project);
  const params = { projectId: project.project.id };
  const changed = bodyOf(
    await owner.call(updateProject, { params, body: { allowedOrigins } }),
    200,
  );
  return { project, owner, params, changed };
}

describe('allowed origins of a project', () => {
  test('403: other origins on every operation that needs a key; the error is readable to them', async () => {
    const { project } = await projectFor([SHOP]);
    const open = Object.values<OperationDeclaration>(operations).filter(
      ({ api, auth }) => api === 'sdk' && auth === 'appKey',
    );
    assert.ok(open.length >= 6);
    for (const { method, path } of open) {
      const reply = await send({
        method,
        path: `/v1${path.replaceAll(/\{\w+\}/g, randomUUID())}`,
        headers: {
          host: '127.0.0.1',
          'x-app-key': project.appKey,
          origin: 'https://evil.example.com',
          'content-type': 'application/json',
        },
        ...(method !== 'GET' && { body: '{}' }),
      });
      assert.equal(reply.status, 403, `${method} ${path}: ${reply.text}`);
      assert.match(reply.text, /Pages of https:\/\/evil\.example\.com may not use this key/);
      assert.equal(reply.headers['access-control-allow-origin'], '*');
    }
  });

  test('allowed origins and callers without an Origin header may call', async () => {
    const { project } = await projectFor([SHOP, 'capacitor://localhost']);
    const link = await newLink(project);
    for (const origin of [SHOP, 'capacitor://localhost', undefined]) {
      const call = appKey(project, origin === undefined ? {} : { origin });
      const body = { installationId: randomUUID() };
      assert.equal((await call(operations.bootstrap, { body })).status, 201, origin);
      const params = { slug: link.slug };
      assert.equal((await call(operations.getLink, { params })).status, 200, origin);
    }
  });

  test('the origin null, as of a sandboxed frame, is not allowed', async () => {
    const { project } = await projectFor([SHOP]);
    const body = { installationId: randomUUID() };
    const reply = await appKey(project, { origin: 'null' })(operations.bootstrap, { body });
    assert.equal(reply.status, 403);
  });

  test('resolve is open to every origin', async () => {
    const { project } = await projectFor([SHOP]);
    const { shortUrl: url } = await newLink(project);
    const call = appKey(project, { origin: 'https://evil.example.com' });
    assert.equal((await call(operations.resolveLink, { query: { url } })).status, 200);
  });

  test('origins are stored normalized and without duplicates; an empty list allows all', async () => {
    const { changed, owner, params, project } = await projectFor([
      'HTTPS://Shop.Example.com:443/',
      SHOP,
      'http://localhost:5173',
      'Capacitor://LOCALHOST',
    ]);
    const kept = [SHOP, 'http://localhost:5173', 'capacitor://localhost'];
    assert.deepEqual(changed.allowedOrigins, kept);
    assert.deepEqual(bodyOf(await owner.call(getProject, { params }), 200).allowedOrigins, kept);
    const none = { allowedOrigins: [] };
    bodyOf(await owner.call(updateProject, { params, body: none }), 200);
    const call = appKey(project, { origin: 'https://evil.example.com' });
    const body = { installationId: randomUUID() };
    assert.equal((await call(operations.bootstrap, { body })).status, 201);
  });

  test('400: an invalid origin, named by its place in the list', async () => {
    const { owner, params } = await projectFor([]);
    for (const wrong of [
      'shop.example.com',
      '*',
      'https://shop.example.com/path',
      'https://shop.example.com?a=b',
      'https://user@shop.example.com',
      'javascript:alert(1)',
    ]) {
      const body = { allowedOrigins: [SHOP, wrong] };
      const reply = await owner.call(updateProject, { params, body });
      assert.equal(reply.status, 400, wrong);
      assert.match(JSON.stringify(reply.body), /allowedOrigins\[1\] must be an origin/, wrong);
    }
  });
});
