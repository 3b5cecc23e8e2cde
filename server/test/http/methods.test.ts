import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { operations } from '@fairlead/contract';
import { basesOf, type OperationDeclaration } from '@fairlead/contract/operation';
import { anyProject, newLink, newProject } from '../support/callers/personas.ts';
import { send } from '../support/callers/request.ts';
import { useServer } from '../support/useServer.ts';

const ALL = Object.values<OperationDeclaration>(operations);
const ID = '0199f3a2-5c1e-7a40-8b1d-6f1f2a3b4c5d';
const pathsOf = (operation: OperationDeclaration) =>
  basesOf(operation).map((base) => base + operation.path.replaceAll(/\{\w+\}/g, ID));

suite('methods (Rule: surfaces)', () => {
  test('HEAD is answered as GET is, without a body', async () => {
    for (const operation of ALL.filter(({ method }) => method === 'GET')) {
      for (const path of pathsOf(operation)) {
        const [get, head] = [await send({ path }), await send({ method: 'HEAD', path })];
        assert.equal(head.status, get.status, path);
        assert.equal(head.text, '', path);
        assert.equal(head.headers['content-type'], get.headers['content-type'], path);
      }
    }
    for (const host of ['api.test', 'nobody.test', '127.0.0.1']) {
      const reply = await send({ method: 'HEAD', path: '/health', headers: { host } });
      assert.equal(reply.status, 200, host);
    }
  });

  test('405: another method of a known path, with those that it has', async () => {
    for (const [method, path, allow] of [
      ['PATCH', '/v1/health', 'GET, HEAD, OPTIONS'],
      ['PROPFIND', '/v1/health', 'GET, HEAD, OPTIONS'],
      ['GET', '/v1/sdk/links', 'POST, OPTIONS'],
      ['OPTIONS', '/api/v1/session', 'POST, GET, HEAD, DELETE'],
      ['POST', '/openapi.json', 'GET, HEAD'],
    ] as const) {
      const reply = await send({ method, path });
      assert.equal(reply.status, 405, `${method} ${path}`);
      const allowed = String(reply.headers.allow).split(', ');
      assert.deepEqual(allowed.toSorted(), allow.split(', ').toSorted(), path);
      assert.equal(JSON.parse(reply.text).error, 'METHOD_NOT_ALLOWED');
      assert.match(JSON.parse(reply.text).message, new RegExp(`^${method} is not a method of`));
    }
    for (const operation of ALL) {
      for (const path of pathsOf(operation)) {
        const reply = await send({ method: 'TRACE', path });
        assert.equal(reply.status, 405, path);
        const allowed = String(reply.headers.allow).split(', ');
        assert.ok(allowed.includes(operation.method), `${operation.method} ${path}`);
      }
    }
    assert.equal((await send({ method: 'PATCH', path: '/v1/nothing' })).status, 404);
  });
});

suite('WWW-Authenticate (Rule: errors)', () => {
  test('is in every 401, whichever way it is answered', async () => {
    for (const headers of [{}, { te: 'trailers' }, { 'x-app-key': 'fl_live_no' }]) {
      for (const path of ['/v1/links', '/api/v1/projects', '/api/v1/admin/server']) {
        const reply = await send({ path, headers });
        assert.equal(reply.status, 401, path);
        assert.equal(reply.headers['www-authenticate'], 'Bearer realm="Fairlead"', path);
      }
    }
  });
});

suite('compression', () => {
  async function bytesOf(path: string, headers: Record<string, string>) {
    const { get } = await import('node:http');
    const { port } = await useServer();
    return new Promise<{ headers: NodeJS.Dict<string | string[]>; bytes: Buffer }>((resolve) => {
      get({ host: '127.0.0.1', port, path, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({ headers: response.headers, bytes: Buffer.concat(parts) }),
        );
      });
    });
  }

  test('of answers over 1 KB and of documents, as the client accepts', async () => {
    const project = await newProject();
    for (let links = 0; links < 5; links += 1) await newLink(project);
    const key = { 'x-app-key': project.appKey };
    // The list on the plain path and on Node's, and a document.
    for (const [path, more] of [
      ['/v1/links', key],
      ['/v1/links', { ...key, te: 'trailers' }],
      ['/openapi.json', {}],
    ] as const) {
      const ask = (accepted: string) => bytesOf(path, { ...more, 'accept-encoding': accepted });
      const plain = await ask('identity');
      assert.equal(plain.headers['content-encoding'], undefined);
      assert.equal(plain.headers['vary'], 'accept-encoding');
      const text = plain.bytes.toString();
      for (const [accepted, coding, read] of [
        ['gzip, deflate, br', 'br', brotliDecompressSync],
        ['gzip', 'gzip', gunzipSync],
        ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
      ] as const) {
        const reply = await ask(accepted);
        assert.equal(reply.headers['content-encoding'], coding, accepted);
        assert.equal(read(reply.bytes).toString(), text, accepted);
        assert.ok(reply.bytes.length < plain.bytes.length);
      }
    }
  });

  test('not of short answers', async () => {
    const { appKey } = await anyProject();
    const headers = { 'x-app-key': appKey, 'accept-encoding': 'gzip' };
    const reply = await bytesOf('/v1/health', headers);
    assert.equal(reply.headers['content-encoding'], undefined);
    assert.equal(reply.headers['vary'], undefined);
  });
});
